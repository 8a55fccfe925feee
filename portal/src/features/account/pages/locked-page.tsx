import { LockKeyhole } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";
import { useServices } from "../../../api/services";
import { Notice } from "../../../ui/notice";
import { PATHS } from "../paths";

/** Says that the account is locked. Its session is over, so the page asks the server nothing. */
export default function LockedPage() {
  const { t } = useTranslation("account");
  const { session } = useServices();
  // Somebody is signed in again.
  if (session.signedIn) return <Navigate to={PATHS.sessions} replace />;
  return <Notice as="page" icon={LockKeyhole} heading={t("lock.done")} text={t("lock.next")} />;
}
