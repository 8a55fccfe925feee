import { Button } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useServices } from "../../api/services";

/** Leads home; for a visitor without a session, through the sign-in. */
export function HomeButton() {
  const { t } = useTranslation("shell");
  const { signedIn } = useServices().session;
  return (
    <Button asChild>
      <Link to="/">{signedIn ? t("goHome") : t("signIn.go")}</Link>
    </Button>
  );
}
