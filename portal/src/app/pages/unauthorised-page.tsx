import { Button } from "@chakra-ui/react";
import { LockKeyhole } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Notice } from "../../ui/notice";

/** Says that the person may not enter the page (R-24, S-29). */
export default function UnauthorisedPage() {
  const { t } = useTranslation("shell");
  return (
    <Notice as="page" icon={LockKeyhole} heading={t("unauthorised.heading")} text={t("unauthorised.text")}>
      <Button asChild>
        <Link to="/">{t("goHome")}</Link>
      </Button>
    </Notice>
  );
}
