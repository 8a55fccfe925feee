import { useTranslation } from "react-i18next";
import type { useSave } from "../../../kit/use-save";
import { FormDialog } from "../../../ui/form/form-dialog";
import { TextField } from "../../../ui/form/text-field";
import type { FormControl } from "../../../ui/form/use-form";

interface PasskeyNameDialogProps {
  title: string;
  help?: string;
  action: string;
  form: FormControl<{ name: string }>;
  save: ReturnType<typeof useSave>;
  onSaved?: () => void;
  onClose: () => void;
}

/** The name of a new or of a known passkey. */
export function PasskeyNameDialog({ help, form, ...dialog }: PasskeyNameDialogProps) {
  const { t } = useTranslation("account");
  return (
    <FormDialog form={form} {...dialog}>
      <TextField
        data-autofocus
        label={t("passkeys.name")}
        {...(help && { help })}
        maxLength={100}
        counted
        {...form.text("name")}
      />
    </FormDialog>
  );
}
