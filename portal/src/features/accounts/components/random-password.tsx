import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { useAct } from "../../../kit/use-act";
import { ACCOUNT_NAMES } from "../../../kit/stale-names";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { ShownOnce } from "../../../ui/shown-once";
import { makeRandomPassword } from "../queries";
import type { AccountName } from "./account-actions";
import { personName } from "./change-status";

/** Gives an account a password that is shown this one time (C-039, F-16). */
export function RandomPassword({ account, onClose }: { account: AccountName; onClose: () => void }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const { moment } = useFormats();
  const [made, setMade] = useState<{ password: string; expiresAt: number }>();
  const name = personName(account);
  const act = useAct(
    async () => {
      const { path, data } = await makeRandomPassword(services, account.userId);
      setMade(data);
      // The password is only in this dialog, never in a cache.
      return { path, data: null };
    },
    { done: t("password.done"), refresh: ACCOUNT_NAMES },
  );
  if (made === undefined) {
    return (
      <ConfirmDialog
        title={t("password.question", { name })}
        action={t("password.make")}
        destructive
        busy={act.busy}
        onConfirm={() => void act.run()}
        onClose={onClose}
      >
        {t("password.consequence")}
      </ConfirmDialog>
    );
  }
  return (
    <ShownOnce
      title={t("password.shown", { name })}
      text={made.password}
      label={t("password.label")}
      onClose={onClose}
    >
      {t("password.once", { until: moment(made.expiresAt) })}
    </ShownOnce>
  );
}
