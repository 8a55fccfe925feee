import { Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../../access/user";
import { useServices } from "../../../api/services";
import { useSave } from "../../../kit/use-save";
import { FormDialog } from "../../../ui/form/form-dialog";
import { PasswordField } from "../../../ui/form/password-field";
import { useForm } from "../../../ui/form/use-form";
import { changePassword, OWN } from "../own-queries";
import { browser } from "../browser";
import { PASSWORD_CHANGED } from "../paths";

/** Asks for a new password. It ends every session, so every tab of this browser leaves. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("account");
  const services = useServices();
  const user = useUser();
  const form = useForm({
    initial: { newPassword: "", confirmPassword: "" },
    required: ["newPassword", "confirmPassword"],
  });
  const save = useSave(form, {
    call: async (typed) => {
      const written = await changePassword(services, { userId: user?.id ?? "", ...typed });
      // Nothing is asked with the dead session.
      await services.session.end(() => Promise.resolve());
      return written;
    },
    done: t("password.changed"),
    refresh: OWN,
  });
  return (
    <FormDialog
      title={t("password.change")}
      form={form}
      save={save}
      action={t("password.change")}
      onSaved={() => browser.goTo(PASSWORD_CHANGED)}
      onClose={onClose}
    >
      <Text margin="0">{t("password.consequence")}</Text>
      {/* For password managers, which store the password under this name. */}
      <input type="text" autoComplete="username" value={user?.username ?? ""} readOnly hidden />
      <PasswordField
        label={t("password.new")}
        help={t("password.rule")}
        autoComplete="new-password"
        maxLength={100}
        {...form.text("newPassword")}
      />
      <PasswordField
        label={t("password.again")}
        autoComplete="new-password"
        maxLength={100}
        {...form.text("confirmPassword")}
      />
    </FormDialog>
  );
}
