import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { Question } from "../../../kit/question";
import { FACTOR_NAMES } from "../../../kit/stale-names";
import { resetFactors } from "../factor-queries";
import type { AccountName } from "./account-actions";
import { personName } from "./change-status";
import { RESET_FACTORS } from "./errands";

/** Removes the second factors of somebody who lost their phone, after a question. */
export function ResetFactors({ account, onClose }: { account: AccountName; onClose: () => void }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const name = personName(account);
  useErrand(RESET_FACTORS + account.userId);
  return (
    <Question
      title={t("factors.question", { name })}
      action={t("factors.reset")}
      destructive
      call={() => resetFactors(services, account.userId)}
      done={({ hadAny }) => (hadAny ? t("factors.done", { name }) : t("factors.none", { name }))}
      refresh={FACTOR_NAMES}
      onClose={onClose}
    >
      {t("factors.consequence")}
    </Question>
  );
}
