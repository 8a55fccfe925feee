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
  return (
    <Question
      title={t(`${link}.question`, { name })}
      action={t(`${link}.send`)}
      call={() => sendLink(services, account.userId, link)}
      done={t(`${link}.done`, { name })}
      refresh={link === "welcome" ? [] : ACCOUNT_NAMES}
      onClose={onClose}
    >
      {t(`${link}.consequence`)}
    </Question>
  );
}
