import { QrCode } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useServices } from "../../api/services";
import { IconButton } from "../../ui/icon-button";

/** S-04, D-25: leads to the QR code of the messaging app. On a phone the menu of the person leads there. */
export default function MessagingAppButton() {
  const { t } = useTranslation("asking");
  if (!useServices().config.messagingApp) return null;
  return (
    <IconButton asChild label={t("button.messagingApp")} hideBelow="md">
      <Link to="/account/messaging-app">
        <QrCode size={18} aria-hidden />
      </Link>
    </IconButton>
  );
}
