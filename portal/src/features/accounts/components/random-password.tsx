import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { useFormats } from "../../../i18n/use-formats";
import { Question } from "../../../kit/question";
import { ACCOUNT_NAMES } from "../../../kit/stale-names";
import { ShownOnce } from "../../../ui/shown-once";
import { makeRandomPassword } from "../queries";
import type { AccountName } from "./account-actions";
import { personName } from "./change-status";
import { RANDOM_PASSWORD } from "./errands";

/** Gives an account a password that is shown this one time (C-039, F-16). */
export function RandomPassword({ account, onClose }: { account: AccountName; onClose: () => void }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const { moment } = useFormats();
  const [made, setMade] = useState<{ password: string; expiresAt: number }>();
  const name = personName(account);
  useErrand(RANDOM_PASSWORD + account.userId);
  const make = async () => {
    const { path, data } = await makeRandomPassword(services, account.userId);
    setMade(data);
    // The password is only in this dialog, never in a cache.
    return { path, data: null };
  };
  if (made === undefined) {
    return (
      <Question
        title={t("password.question", { name })}
        action={t("password.make")}
        destructive
        call={make}
        done={t("password.done")}
        refresh={ACCOUNT_NAMES}
        onDone={() => undefined}
        onClose={onClose}
      >
        {t("password.consequence")}
      </Question>
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
