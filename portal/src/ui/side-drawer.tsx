import { Drawer, Portal } from "@chakra-ui/react";
import { X } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./icon-button";
import { keepOpen } from "./keep-open";
import { useFinalFocus } from "./use-final-focus";
import { drawer } from "../theme/recipes/overlay";

interface SideDrawerProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  /** The content is for reading: the heading gets the focus, and after one Tab the arrow keys scroll what is below it. */
  reading?: boolean;
  /** Gives what has the focus at first; the first control by default. */
  first?: () => HTMLElement | null;
}

/** A drawer for details or editing beside a list; mount it to open it. */
export function SideDrawer({ title, onClose, children, footer, reading = false, first }: SideDrawerProps) {
  const { t } = useTranslation("ui");
  const content = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const finalFocus = useFinalFocus(content);
  return (
    <Drawer.Root
      recipe={drawer}
      open
      finalFocusEl={finalFocus}
      {...(first && { initialFocusEl: first })}
      {...(reading && { initialFocusEl: () => heading.current })}
      onFocusOutside={keepOpen}
      onOpenChange={({ open }) => {
        if (!open) onClose();
      }}
    >
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content ref={content}>
            <Drawer.Header>
              <Drawer.Title ref={heading} {...(reading && { tabIndex: -1, outline: "0" })}>
                {title}
              </Drawer.Title>
            </Drawer.Header>
            <Drawer.Body {...(reading && { tabIndex: 0 })}>{children}</Drawer.Body>
            {footer && <Drawer.Footer>{footer}</Drawer.Footer>}
            <Drawer.CloseTrigger asChild>
              <IconButton label={t("close")}>
                <X size={18} aria-hidden />
              </IconButton>
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}
