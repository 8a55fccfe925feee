import { Button } from "@chakra-ui/react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { useSave } from "../../../kit/use-save";
import { BusyButton } from "../../../ui/busy-button";
import { DialogFrame } from "../../../ui/dialog-frame";
import { Form } from "../../../ui/form/form";
import { TextField } from "../../../ui/form/text-field";
import type { FormControl } from "../../../ui/form/use-form";

interface PasskeyNameDialogProps {
  title: string;
  help?: string;
  action: string;
  form: FormControl<{ name: string }>;
  save: ReturnType<typeof useSave>;
  onSaved: () => void;
  onClose: () => void;
}

/** The name of a new or of a known passkey. */
export function PasskeyNameDialog(props: PasskeyNameDialogProps) {
  const { title, help, action, form, save, onSaved, onClose } = props;
  const { t } = useTranslation(["account", "ui"]);
  const id = useId();
  return (
    <DialogFrame
      title={title}
      onClose={() => {
        if (!save.busy) onClose();
      }}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={save.busy}>
            {t("ui:cancel")}
          </Button>
          <BusyButton type="submit" form={id} busy={save.busy}>
            {action}
          </BusyButton>
        </>
      }
    >
      <Form
        form={form}
        id={id}
        busy={save.busy}
        onSubmit={() => void save.run().then((accepted) => accepted && onSaved())}
      >
        <TextField
          data-autofocus
          label={t("account:passkeys.name")}
          {...(help && { help })}
          maxLength={100}
          counted
          {...form.text("name")}
        />
      </Form>
    </DialogFrame>
  );
}
