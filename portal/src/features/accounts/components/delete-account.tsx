import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { useFormats } from "../../../i18n/use-formats";
import { Question } from "../../../kit/question";
import { ACCOUNT_NAMES } from "../../../kit/stale-names";
import { deleteAccount, keepAccount } from "../deletion-queries";
import type { AccountName } from "./account-actions";
import { personName } from "./change-status";
import { DELETE_ACCOUNT, KEEP_ACCOUNT } from "./errands";

interface QuestionProps {
  account: AccountName;
  onClose: () => void;
}

/** Deletes an account after a question: it is disabled now and erased later. */
export function DeleteAccount({ account, onClose }: QuestionProps) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const { moment } = useFormats();
  const name = personName(account);
  useErrand(DELETE_ACCOUNT + account.userId);
  return (
    <Question
      title={t("delete.question", { name })}
      action={t("delete.action")}
      destructive
      call={() => deleteAccount(services, account.userId)}
      done={({ eraseAt }) => t("delete.done", { name, at: moment(eraseAt) })}
      refresh={ACCOUNT_NAMES}
      onClose={onClose}
    >
      {t("delete.consequence", { days: services.config.deletionDays })}
    </Question>
  );
}

/** Takes the deletion of an account back, after a question. */
export function KeepAccount({ account, onClose }: QuestionProps) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const name = personName(account);
  useErrand(KEEP_ACCOUNT + account.userId);
  return (
    <Question
      title={t("keep.question", { name })}
      action={t("keep.action")}
      call={() => keepAccount(services, account.userId)}
      done={t("keep.done", { name })}
      refresh={ACCOUNT_NAMES}
      onClose={onClose}
    >
      {t("keep.consequence")}
    </Question>
  );
}
