import { Button, Text } from "@chakra-ui/react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../../access/user";
import { useServices } from "../../../api/services";
import { useSave } from "../../../kit/use-save";
import { BusyButton } from "../../../ui/busy-button";
import { DialogFrame } from "../../../ui/dialog-frame";
import { Form } from "../../../ui/form/form";
import { PasswordField } from "../../../ui/form/password-field";
import { useForm } from "../../../ui/form/use-form";
import { changePassword, OWN } from "../own-queries";
import { browser } from "../browser";
import { PASSWORD_CHANGED } from "../paths";

/** Asks for a new password. It ends every session, so every tab of this browser leaves. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["account", "ui"]);
  const services = useServices();
  const user = useUser();
  const id = useId();
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
    done: t("account:password.changed"),
    refresh: OWN,
  });
  const submit = async () => {
    if (await save.run()) browser.goTo(PASSWORD_CHANGED);
  };
  return (
    <DialogFrame
      title={t("account:password.change")}
      onClose={() => {
        if (!save.busy) onClose();
      }}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={save.busy}>
            {t("ui:cancel")}
          </Button>
          <BusyButton type="submit" form={id} busy={save.busy}>
            {t("account:password.change")}
          </BusyButton>
        </>
      }
    >
      <Form form={form} id={id} busy={save.busy} onSubmit={() => void submit()}>
        <Text margin="0">{t("account:password.consequence")}</Text>
        {/* For password managers, which store the password under this name. */}
        <input type="text" autoComplete="username" value={user?.username ?? ""} readOnly hidden />
        <PasswordField
          label={t("account:password.new")}
          help={t("account:password.rule")}
          autoComplete="new-password"
          maxLength={100}
          {...form.text("newPassword")}
        />
        <PasswordField
          label={t("account:password.again")}
          autoComplete="new-password"
          maxLength={100}
          {...form.text("confirmPassword")}
        />
      </Form>
    </DialogFrame>
  );
}
