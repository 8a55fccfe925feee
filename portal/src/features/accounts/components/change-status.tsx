import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { inBrackets } from "../../../i18n/marks";
import { SwitchDialog } from "../../../kit/switching/switch-dialog";
import { ACCOUNT_NAMES } from "../../../kit/stale-names";
import { DISABLED, ENABLED, setStatus } from "../queries";
import type { AccountName } from "./account-actions";

/** Enables or disables an account, after a question that names the person and what follows. */
export function ChangeStatus({ account, onClose }: { account: AccountName; onClose: () => void }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const { userId, username, fullName, accountStatus } = account;
  const name = personName(account);
  return (
    <SwitchDialog
      name={name}
      isOn={accountStatus !== DISABLED}
      words={{
        on: {
          action: t("enable"),
          question: () => t("enable.question", { name }),
          consequence: t("enable.consequence", { name: fullName }),
          done: () => t("enable.done", { name: username }),
        },
        off: {
          action: t("disable"),
          question: () => t("disable.question", { name }),
          consequence: t("disable.consequence", { name: fullName }),
          done: () => t("disable.done", { name: username }),
        },
      }}
      call={(on) => setStatus(services, userId, on ? ENABLED : DISABLED)}
      refresh={ACCOUNT_NAMES}
      onClose={onClose}
    />
  );
}

/** "Dan Member (DanMember)", or the account name where there is no other. */
export function personName({ username, fullName }: Pick<AccountName, "username" | "fullName">): string {
  return fullName && fullName !== username ? `${fullName}${inBrackets(username)}` : username;
}
