import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { Question } from "../../../kit/question";
import { ACCOUNT_NAMES } from "../../../kit/stale-names";
import { lockAccount } from "../factor-queries";
import { accountQuery } from "../queries";
import type { AccountName } from "./account-actions";
import { personName } from "./change-status";
import { LOCK_ACCOUNT } from "./errands";

/** Locks the account of somebody who fears a thief, after a question. */
export function LockAccount({ account, onClose }: { account: AccountName; onClose: () => void }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const name = personName(account);
  useErrand(LOCK_ACCOUNT + account.userId);
  return (
    <Question
      title={t("lock.question", { name })}
      action={t("lock.action")}
      destructive
      call={() => lockAccount(services, account.userId)}
      done={t("lock.done", { name })}
      refresh={ACCOUNT_NAMES}
      onClose={onClose}
    >
      {t("lock.consequence")}
    </Question>
  );
}

/** The same question after the sign-in that it needed, which has kept only the id. */
export function LockAccountAgain({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { data } = useQuery(accountQuery(useServices(), userId));
  return data?.rights.password ? <LockAccount account={data} onClose={onClose} /> : null;
}
