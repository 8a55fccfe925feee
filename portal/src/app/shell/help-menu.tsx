import { BookOpen, Keyboard } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../api/services";
import { IconButton } from "../../ui/icon-button";
import { ActionMenu, type Opened, type RowAction } from "../../ui/table/row-menu";

interface HelpMenuProps {
  label: string;
  opened: Opened;
  /** Shows the list of keys. */
  onList: () => void;
  /** The sign on the button. */
  children: ReactNode;
}

export default function HelpMenu({ label, opened, onList, children }: HelpMenuProps) {
  const { t } = useTranslation("help");
  const { handbookUrl } = useServices().config;
  const handbook: RowAction = {
    key: "handbook",
    label: t("handbook"),
    icon: BookOpen,
    // It may be on a foreign host, so its tab must not learn about this one (T-36, F-72).
    run: () => void window.open(handbookUrl, "_blank", "noopener,noreferrer"),
  };
  const actions = [
    ...(handbookUrl ? [handbook] : []),
    { key: "shortcuts", label: t("shortcuts"), icon: Keyboard, run: onList },
  ];
  return (
    <ActionMenu label={label} actions={actions} opened={opened}>
      <IconButton label={label}>{children}</IconButton>
    </ActionMenu>
  );
}
