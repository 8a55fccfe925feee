import { Button } from "@chakra-ui/react";
import { KeyRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Notice } from "../../../ui/notice";

/** Says that the password is changed. The session is over, so the page asks the server nothing. */
export default function PasswordChangedPage() {
  const { t } = useTranslation("account");
  return (
    <Notice as="page" icon={KeyRound} heading={t("password.changed")} text={t("password.next")}>
      <Button asChild>
        <Link to="/" reloadDocument>
          {t("password.signIn")}
        </Link>
      </Button>
    </Notice>
  );
}
