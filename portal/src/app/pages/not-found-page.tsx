import { Button } from "@chakra-ui/react";
import { MapPinOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Notice } from "../../ui/notice";

/** Shown at any path without a page (G-05). */
export default function NotFoundPage() {
  const { t } = useTranslation("shell");
  return (
    <Notice as="page" icon={MapPinOff} heading={t("notFound.heading")} text={t("notFound.text")}>
      <Button asChild>
        <Link to="/">{t("goHome")}</Link>
      </Button>
    </Notice>
  );
}
