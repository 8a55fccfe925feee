import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { Question } from "../../../kit/question";
import { ACCOUNT_NAMES } from "../../../kit/stale-names";
import { lockAccount } from "../factor-queries";
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
