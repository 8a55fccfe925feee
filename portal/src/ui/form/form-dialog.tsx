import { Button } from "@chakra-ui/react";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BusyButton } from "../busy-button";
import { DialogFrame } from "../dialog-frame";
import { Form } from "./form";
import type { FormControl, Values } from "./use-form";

interface FormDialogProps<V extends Values> {
  title: string;
  /** The widest that it gets. */
  width?: string;
  form: FormControl<V>;
  /** From `useSave`: checks and sends the form, and gives whether the server accepted it. */
  save: { run: () => Promise<boolean>; busy: boolean };
  /** The verb on the button. */
  action: string;
  /** After the server has accepted the form; `onClose` by default. */
  onSaved?: () => void;
  onClose: () => void;
  /** Shown instead of the fields while something that they need loads, or if it failed to load. */
  waiting?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** A short form in a dialog. It stays open while the form is sent. */
export function FormDialog<V extends Values>(props: FormDialogProps<V>) {
  const { title, width, form, save, action, onClose, onSaved = onClose, waiting, children } = props;
  const { t } = useTranslation("ui");
  const id = useId();
  const submit = async () => {
    if (await save.run()) onSaved();
  };
  return (
    <DialogFrame
      title={title}
      width={width}
      onClose={() => {
        if (!save.busy) onClose();
      }}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={save.busy}>
            {t("cancel")}
          </Button>
          <BusyButton type="submit" form={id} busy={save.busy} disabled={waiting !== undefined}>
            {action}
          </BusyButton>
        </>
      }
    >
      {waiting ?? (
        <Form form={form} id={id} busy={save.busy} onSubmit={() => void submit()}>
          {children}
        </Form>
      )}
    </DialogFrame>
  );
}
