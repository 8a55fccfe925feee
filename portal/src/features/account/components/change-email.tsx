import { Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useSave } from "../../../kit/use-save";
import { FormDialog } from "../../../ui/form/form-dialog";
import { TextField } from "../../../ui/form/text-field";
import { useForm } from "../../../ui/form/use-form";
import { changeEmail } from "../own-queries";

interface ChangeEmailProps {
  /** The address that the account has; empty without one. */
  present: string;
  /** Whether its reader gets a link that takes the change back. */
  confirmed: boolean;
  /** After the email to the new address is queued. */
  onSent: (email: string) => void;
  onClose: () => void;
}

/** Asks for a new address. Nothing changes before its reader opens the link of the email. */
export function ChangeEmail({ present, confirmed, onSent, onClose }: ChangeEmailProps) {
  const { t } = useTranslation("account");
  const services = useServices();
  const form = useForm({ initial: { email: "" }, required: ["email"] });
  const save = useSave(form, {
    call: async ({ email }) => {
      const written = await changeEmail(services, email.trim());
      onSent(email.trim());
      return written;
    },
    done: t("email.done"),
    refresh: [],
  });
  return (
    <FormDialog
      title={t(present ? "email.change" : "email.add")}
      form={form}
      save={save}
      action={t("email.send")}
      onClose={onClose}
    >
      <Text margin="0">{t(confirmed ? "email.what" : "email.whatFirst")}</Text>
      <TextField
        data-autofocus
        label={t("email.new")}
        type="email"
        autoComplete="email"
        maxLength={100}
        {...form.text("email")}
      />
    </FormDialog>
  );
}
