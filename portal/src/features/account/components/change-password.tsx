import { Box, Text } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { UserInfo } from "../../../access/user";
import { useServices } from "../../../api/services";
import { useSave } from "../../../kit/use-save";
import { BusyButton } from "../../../ui/busy-button";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import { Form } from "../../../ui/form/form";
import { FormDialog } from "../../../ui/form/form-dialog";
import { PasswordField } from "../../../ui/form/password-field";
import { TextField } from "../../../ui/form/text-field";
import { useForm, useValue } from "../../../ui/form/use-form";
import { changePassword, OWN } from "../own-queries";
import { browser } from "../browser";
import { PASSWORD_CHANGED } from "../paths";
import { PasswordStrength } from "./password-strength";

/** The most characters that a field takes (V-15); the rule is stricter. */
const MOST = 100;
const LENGTH = /^.{8,20}$/;
const CHARACTERS = /^[A-Za-z0-9*]*$/;

interface ChangePasswordProps {
  user: UserInfo;
  /** Closes the dialog (D-05). Without it the form is part of its page (S-27). */
  onClose?: () => void;
  /** Called after a change on the page. */
  onChanged?: () => void;
}

/** The words that the server counts as known of the owner. */
function aboutOwner({ username, fullName, email }: UserInfo, product: string): string[] {
  const words = [username, product, ...fullName.split(/\s+/), ...email.split("@"), ...email.split(/[@.]/)];
  return words.filter(Boolean);
}

/**
 * Asks for a new password. The dialog ends every session, so every tab of this browser leaves (T-14); on its page the session
 * goes on.
 */
export function ChangePassword({ user, onClose, onChanged }: ChangePasswordProps) {
  const { t } = useTranslation(["account", "dc"]);
  const services = useServices();
  const [asking, setAsking] = useState(false);
  const keeps = onClose === undefined;
  const form = useForm({
    initial: { newPassword: "", confirmPassword: "" },
    required: ["newPassword", "confirmPassword"],
    check: ({ newPassword, confirmPassword }) => ({
      ...(!LENGTH.test(newPassword) && { newPassword: t("Please input valid format") }),
      ...(!CHARACTERS.test(newPassword) && { newPassword: t("dc:仅支持数字、大小写字母") }),
      ...(confirmPassword !== newPassword && { confirmPassword: t("dc:新密码与确认密码不匹配") }),
    }),
  });
  const save = useSave(form, {
    call: async (typed) => {
      const written = await changePassword(services, { userId: user.id, keepSession: keeps, ...typed });
      // Nothing is asked with the dead session.
      if (!keeps) await services.session.end(() => Promise.resolve());
      return written;
    },
    done: t("account:password.changed"),
    refresh: OWN,
  });
  const typed = useValue(form, "newPassword");
  const ask = async () => {
    setAsking((await form.attempt()) !== undefined);
    return false;
  };
  const change = async () => {
    setAsking(false);
    if (!(await save.run())) {
      // T-15; the refusal stays.
      form.hook.setValue("newPassword", "");
      form.hook.setValue("confirmPassword", "");
    } else if (keeps) {
      form.restart({ newPassword: "", confirmPassword: "" });
      onChanged?.();
    } else {
      browser.goTo(PASSWORD_CHANGED);
    }
  };
  const action = t("account:password.change");
  const fields = (
    <>
      {/* Password managers store the password under this name. */}
      <TextField
        label={t("account:password.account")}
        value={user.username}
        autoComplete="username"
        readOnly
        background="bg.subtle"
      />
      <Box>
        <PasswordField
          label={t("account:password.new")}
          help={t("account:password.rule")}
          autoComplete="new-password"
          maxLength={MOST}
          {...form.text("newPassword")}
        />
        <Box marginTop="2">
          <PasswordStrength password={typed} about={aboutOwner(user, services.config.productName)} />
        </Box>
      </Box>
      <PasswordField
        label={t("account:password.again")}
        autoComplete="new-password"
        maxLength={MOST}
        {...form.text("confirmPassword")}
      />
    </>
  );
  return (
    <>
      {onClose ? (
        <FormDialog
          title={action}
          // K-39
          width="580px"
          form={form}
          save={{ run: ask, busy: save.busy }}
          action={action}
          onClose={onClose}
        >
          {fields}
        </FormDialog>
      ) : (
        <Form form={form} busy={save.busy} onSubmit={() => void ask()}>
          {fields}
          <BusyButton type="submit" alignSelf="flex-start" busy={save.busy}>
            {action}
          </BusyButton>
        </Form>
      )}
      {asking && (
        <ConfirmDialog
          title={t("dc:您确定要修改密码吗？")}
          action={action}
          onConfirm={() => void change()}
          onClose={() => setAsking(false)}
        >
          <Text margin="0">{t(keeps ? "account:password.keeps" : "account:password.consequence")}</Text>
        </ConfirmDialog>
      )}
    </>
  );
}
