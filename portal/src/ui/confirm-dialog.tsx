import { Button } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BusyButton, DESTRUCTIVE } from "./busy-button";
import { DialogFrame } from "./dialog-frame";

interface ConfirmDialogProps {
  /** A question with the name of the thing: "Remove Dan Member from Finance?" */
  title: string;
  /** The consequence. */
  children: ReactNode;
  /** The verb on the button. */
  action: string;
  /** The verb on the safe button; "Back" by default. */
  stay?: string | undefined;
  destructive?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** A question before something is done. The safe button comes first in the tab order and has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, stay, destructive = false, busy = false, onConfirm, onClose } = props;
  const { t } = useTranslation("ui");
  return (
    <DialogFrame
      role="alertdialog"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus variant="outline" onClick={onClose}>
            {stay ?? t("back")}
          </Button>
          <BusyButton {...(destructive && DESTRUCTIVE)} busy={busy} onClick={onConfirm}>
            {action}
          </BusyButton>
        </>
      }
    >
      {children}
    </DialogFrame>
  );
}
