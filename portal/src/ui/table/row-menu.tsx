import { Menu, Portal } from "@chakra-ui/react";
import { Ellipsis, type LucideIcon } from "lucide-react";
import { useEffect, useRef, useState, type ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../icon-button";
import { menu } from "../../theme/recipes/menu";

export interface RowAction {
  key: string;
  label: string;
  icon: LucideIcon;
  destructive?: boolean;
  run: () => void;
}

/** The actions of a row; empty if there are none. */
export function RowMenu({ name, actions }: { name: string; actions: RowAction[] }) {
  const { t } = useTranslation("list");
  const label = t("row.actions", { name });
  return (
    <ActionMenu label={label} actions={actions}>
      <IconButton label={label}>
        <Ellipsis size={18} aria-hidden />
      </IconButton>
    </ActionMenu>
  );
}

/** How its button was pressed before it was there. */
export type Opened = false | "key" | "pointer";

interface ActionMenuProps {
  /** The name of the menu. */
  label: string;
  actions: RowAction[];
  /** The menu is part of a dialog, which keeps the focus inside itself. */
  inDialog?: boolean;
  /** Opens by itself: its button was pressed while it loaded. By a key: the first action is marked, as always then. */
  opened?: Opened;
  /** The button that opens it. */
  children: ReactElement;
}

/** A menu of actions; nothing if there are none. */
export function ActionMenu({ label, actions, inDialog = false, opened = false, children }: ActionMenuProps) {
  const [open, setOpen] = useState(false);
  // Only what opens after it is there gets the focus.
  useEffect(() => {
    const frame = opened ? requestAnimationFrame(() => setOpen(true)) : 0;
    return () => cancelAnimationFrame(frame);
  }, [opened]);
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
      // A drawer that opens now returns the focus to this button, even if the menu is slow to focus it.
      if (document.activeElement === document.body) trigger.current?.focus();
      run();
    });
  };
  if (actions.length === 0) return null;
  return (
    <Menu.Root
      recipe={menu}
      lazyMount
      unmountOnExit
      {...(opened === "key" && actions[0] && { defaultHighlightedValue: actions[0].key })}
      open={open}
      positioning={{ placement: "bottom-end" }}
      onOpenChange={(change) => setOpen(change.open)}
      onExitComplete={runLater}
    >
      <Menu.Trigger asChild ref={trigger}>
        {children}
      </Menu.Trigger>
      <Portal disabled={inDialog}>
        <Menu.Positioner>
          <Menu.Content aria-label={label}>
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
