import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { Question } from "../../../kit/question";
import { ACCOUNT_NAMES } from "../../../kit/stale-names";
import { sendLink, type Link } from "../queries";
import type { AccountName } from "./account-actions";
import { personName } from "./change-status";

/** Sends the owner of an account a link to choose a password, after a question (C-042). */
export function SendLink({
  account,
  link,
  onClose,
}: {
  account: AccountName;
  link: Link;
  onClose: () => void;
}) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const name = personName(account);
  const isFirst = link === "welcome";
  return (
    <Question
      title={isFirst ? t("welcome.question", { name }) : t("forgotten.question", { name })}
      action={t("welcome.send")}
      call={() => sendLink(services, account.userId, link)}
      done={isFirst ? t("welcome.done", { name }) : t("forgotten.done", { name })}
      refresh={isFirst ? [] : ACCOUNT_NAMES}
      onClose={onClose}
    >
      {isFirst ? t("welcome.consequence") : t("forgotten.consequence")}
    </Question>
  );
}
