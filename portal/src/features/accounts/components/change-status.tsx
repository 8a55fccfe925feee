import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useAct } from "../../../kit/use-act";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { DISABLED, ENABLED, setStatus } from "../queries";
import type { AccountName } from "./account-actions";

/** Enables or disables an account, after a question that names the person and what follows. */
export function ChangeStatus({ account, onClose }: { account: AccountName; onClose: () => void }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const { userId, username, fullName, accountStatus } = account;
  const name = personName(account);
  const off = accountStatus === DISABLED;
  const act = useAct(() => setStatus(services, userId, off ? ENABLED : DISABLED), {
    done: off ? t("enable.done", { name: username }) : t("disable.done", { name: username }),
    refresh: ["accounts", "account"],
  });
  return (
    <ConfirmDialog
      title={off ? t("enable.question", { name }) : t("disable.question", { name })}
      action={off ? t("enable") : t("disable")}
      destructive={!off}
      busy={act.busy}
      onConfirm={() => void act.run().then(onClose)}
      onClose={onClose}
    >
      {off ? t("enable.consequence", { name: fullName }) : t("disable.consequence", { name: fullName })}
    </ConfirmDialog>
  );
}

/** "Dan Member (DanMember)", or the account name where there is no other. */
export function personName({ username, fullName }: Pick<AccountName, "username" | "fullName">): string {
  return fullName && fullName !== username ? `${fullName} (${username})` : username;
}
