import { Menu, Portal } from "@chakra-ui/react";
import { Ellipsis, type LucideIcon } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../icon-button";

export interface RowAction {
  key: string;
  label: string;
  icon: LucideIcon;
  destructive?: boolean;
  run: () => void;
}

/** What can be done with a row; nothing if there is nothing. */
export function RowMenu({ name, actions }: { name: string; actions: RowAction[] }) {
  const { t } = useTranslation("list");
  const [open, setOpen] = useState(false);
  const chosen = useRef<() => void>(undefined);
  const trigger = useRef<HTMLButtonElement>(null);
  // The pressed item, which may not be highlighted yet.
  const choose = (run: () => void) => () => {
    chosen.current = run;
    setOpen(false);
  };
  // Wait until the menu has returned the focus. A dialog that opened earlier would close itself at that moment.
  const runLater = () => {
    const run = chosen.current;
    chosen.current = undefined;
    if (!run) return;
    requestAnimationFrame(() => {
      // What opens now gives the focus back to what has it, also if the menu is slow to return it.
      if (document.activeElement === document.body) trigger.current?.focus();
      run();
    });
  };
  if (actions.length === 0) return null;
  return (
    <Menu.Root
      lazyMount
      unmountOnExit
      open={open}
      positioning={{ placement: "bottom-end" }}
      onOpenChange={(change) => setOpen(change.open)}
      onExitComplete={runLater}
    >
      <Menu.Trigger asChild ref={trigger}>
        <IconButton label={t("row.actions", { name })}>
          <Ellipsis size={18} aria-hidden />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content aria-label={t("row.actions", { name })}>
            {actions.map(({ key, label, icon: Icon, destructive = false, run }) => (
              <Menu.Item
                key={key}
                value={key}
                onClick={choose(run)}
                {...(destructive && { color: "danger" })}
              >
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
