import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { Question } from "../../../kit/question";
import { FACTOR_NAMES } from "../../../kit/stale-names";
import { resetFactors } from "../factor-queries";
import { accountQuery } from "../queries";
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

/** The same question after the sign-in that it needed, which has kept only the id. */
export function ResetFactorsAgain({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { data } = useQuery(accountQuery(useServices(), userId));
  return data?.rights.password ? <ResetFactors account={data} onClose={onClose} /> : null;
}
