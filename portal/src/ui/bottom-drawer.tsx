import { Box, Drawer, Portal } from "@chakra-ui/react";
import { X } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { bottomDrawer } from "../theme/recipes/bottom-drawer";
import { IconButton } from "./icon-button";
import { keepOpen } from "./keep-open";
import { useFinalFocus } from "./use-final-focus";

interface BottomDrawerProps {
  title: string;
  /** Before the title. */
  icon?: ReactNode;
  /** Below the title. */
  about?: ReactNode;
  /** The one thing to do. */
  action?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A drawer that slides up from below, for reading; mount it to open it. */
export function BottomDrawer({ title, icon, about, action, onClose, children }: BottomDrawerProps) {
  const { t } = useTranslation("ui");
  const content = useRef<HTMLDivElement>(null);
  const finalFocus = useFinalFocus(content);
  return (
    <Drawer.Root
      recipe={bottomDrawer}
      open
      placement="bottom"
      finalFocusEl={finalFocus}
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
              {/* Of its own width: a picture does not grow with the head. */}
              <Box as="figure" flex="none" margin="0">
                {icon}
              </Box>
              <div>
                <Drawer.Title>{title}</Drawer.Title>
                {about}
              </div>
              {action}
            </Drawer.Header>
            <Drawer.Body tabIndex={0}>{children}</Drawer.Body>
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
