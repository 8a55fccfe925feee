import { Dialog, Portal } from "@chakra-ui/react";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./icon-button";

interface DialogFrameProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  /** `alertdialog` for a question that must be answered. */
  role?: "dialog" | "alertdialog";
  /** What takes the focus first; the close button when nothing does. */
  initialFocus?: () => HTMLElement | null;
}

/** A dialog while it is open: mount it to open it. Focus comes back to where it was. */
export function DialogFrame({
  title,
  onClose,
  children,
  footer,
  role = "dialog",
  initialFocus,
}: DialogFrameProps) {
  const { t } = useTranslation("ui");
  return (
    <Dialog.Root
      open
      role={role}
      {...(initialFocus && { initialFocusEl: initialFocus })}
      onOpenChange={({ open }) => {
        if (!open) onClose();
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>{children}</Dialog.Body>
            {footer && <Dialog.Footer>{footer}</Dialog.Footer>}
            <Dialog.CloseTrigger asChild>
              <IconButton label={t("close")}>
                <X size={18} aria-hidden />
              </IconButton>
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
