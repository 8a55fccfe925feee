import { Menu, Portal } from "@chakra-ui/react";
import { Ellipsis, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../icon-button";

export interface RowAction {
  key: string;
  label: string;
  icon: LucideIcon;
  destructive?: boolean;
  run: () => void;
}

/** What can be done with one row. */
export function RowMenu({ name, actions }: { name: string; actions: RowAction[] }) {
  const { t } = useTranslation("list");
  return (
    <Menu.Root
      lazyMount
      unmountOnExit
      positioning={{ placement: "bottom-end" }}
      onSelect={({ value }) => actions.find(({ key }) => key === value)?.run()}
    >
      <Menu.Trigger asChild>
        <IconButton label={t("row.actions", { name })}>
          <Ellipsis size={18} aria-hidden />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content aria-label={t("row.actions", { name })}>
            {actions.map(({ key, label, icon: Icon, destructive = false }) => (
              <Menu.Item key={key} value={key} {...(destructive && { color: "danger" })}>
                <Icon size={16} aria-hidden />
                {label}
              </Menu.Item>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
