import { Button } from "@chakra-ui/react";
import { LockKeyhole } from "lucide-react";
import { useTranslation } from "react-i18next";
import { addressOf } from "../../address/base";
import { refusedPage } from "../../access/refused-page";
import { Notice } from "../../ui/notice";
import { HomeButton } from "./home-button";

/** Says that the person may not enter the page (R-24, S-29), and tries it again: somebody may have given the right. */
export default function UnauthorisedPage() {
  const { t } = useTranslation("shell");
  const path = refusedPage();
  return (
    <Notice as="page" icon={LockKeyhole} heading={t("unauthorised.heading")} text={t("unauthorised.text")}>
      {path && (
        <Button asChild variant="outline">
          {/* A new visit: the portal asks for the person's rights once for each. */}
          <a href={addressOf(path)}>{t("unauthorised.again")}</a>
        </Button>
      )}
      <HomeButton />
    </Notice>
  );
}
