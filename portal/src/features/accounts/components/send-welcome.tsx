import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { Question } from "../../../kit/question";
import { sendWelcome } from "../queries";
import type { AccountName } from "./account-actions";
import { personName } from "./change-status";

/** Sends the owner of a new account the link to choose a password again, after a question (C-042). */
export function SendWelcome({ account, onClose }: { account: AccountName; onClose: () => void }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const name = personName(account);
  return (
    <Question
      title={t("welcome.question", { name })}
      action={t("welcome.send")}
      call={() => sendWelcome(services, account.userId)}
      done={t("welcome.done", { name })}
      refresh={[]}
      onClose={onClose}
    >
      {t("welcome.consequence")}
    </Question>
  );
}
