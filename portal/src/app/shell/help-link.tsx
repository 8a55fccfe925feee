import { CircleQuestionMark } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../api/services";
import { IconButton } from "../../ui/icon-button";

/** The handbook of this installation, if it has one (S-04, G-24), for a person who is not signed in. */
export function HelpLink() {
  const { t } = useTranslation("shell");
  const { handbookUrl } = useServices().config;
  if (!handbookUrl) return null;
  return (
    <IconButton asChild label={t("help")}>
      <a href={handbookUrl} target="_blank" rel="noopener noreferrer">
        <CircleQuestionMark size={18} aria-hidden />
      </a>
    </IconButton>
  );
}
