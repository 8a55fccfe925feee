import { MapPinOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../ui/notice";
import { HomeButton } from "./home-button";

/** Shown at any path without a page (G-05). */
export default function NotFoundPage() {
  const { t } = useTranslation("shell");
  return (
    <Notice as="page" icon={MapPinOff} heading={t("notFound.heading")} text={t("notFound.text")}>
      <HomeButton />
    </Notice>
  );
}
