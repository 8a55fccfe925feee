import { UserMinus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router";
import { useServices } from "../../../api/services";
import { Notice } from "../../../ui/notice";
import { PATHS } from "../paths";

/** Says that the account is deleted, and who can take that back. Its session is over, so the page asks the server nothing. */
export default function DeletedPage() {
  const { t } = useTranslation("account");
  const { session, config } = useServices();
  const [search] = useSearchParams();
  // Somebody is signed in again.
  if (session.signedIn) return <Navigate to={PATHS.profile} replace />;
  const next = search.get("by") === "administrator" ? "delete.nextAdministrator" : "delete.next";
  return (
    <Notice
      as="page"
      icon={UserMinus}
      heading={t("delete.done")}
      text={t(next, { days: config.deletionDays })}
    />
  );
}
