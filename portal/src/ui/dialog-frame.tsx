import { Dialog, Portal } from "@chakra-ui/react";
import { X } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./icon-button";
import { keepOpen } from "./keep-open";
import { useFinalFocus } from "./use-final-focus";
import { dialog } from "../theme/recipes/overlay";

interface DialogFrameProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  /** `alertdialog` for questions and for what is shown only once. A click beside it does not close it. */
  role?: "dialog" | "alertdialog";
  /** The widest that it gets; 480 pixels by default. */
  width?: string | undefined;
  /** Hides the page behind it. */
  veil?: boolean;
}

/**
 * A dialog; mount it to open it. The element with `data-autofocus` gets the focus, else the first control. At the end
 * the focus returns to where it was.
 */
export function DialogFrame(props: DialogFrameProps) {
  const { title, onClose, children, footer, role = "dialog", width, veil } = props;
  const { t } = useTranslation("ui");
  const content = useRef<HTMLDivElement>(null);
  const finalFocus = useFinalFocus(content);
  return (
    <Dialog.Root
      recipe={dialog}
      open
      finalFocusEl={finalFocus}
      role={role}
      onFocusOutside={keepOpen}
      onRequestDismiss={keepOpen}
      initialFocusEl={() => content.current?.querySelector<HTMLElement>("[data-autofocus]") ?? null}
      onOpenChange={({ open }) => {
        if (!open) onClose();
      }}
    >
      <Portal>
        <Dialog.Backdrop {...(veil && { background: "bg" })} />
        <Dialog.Positioner>
          <Dialog.Content ref={content} {...(width && { maxWidth: width })}>
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
