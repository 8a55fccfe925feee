import { Box, Input, type InputProps } from "@chakra-ui/react";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../icon-button";
import { FieldFrame, type FieldProps } from "./field-frame";

interface PasswordFieldProps extends FieldProps, Omit<InputProps, keyof FieldProps | "type"> {
  /** Whether a password manager fills in the password or creates a new one. */
  autoComplete: "current-password" | "new-password";
}

/** A password field with a button to show the password. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, help, rule, error, required, disabled, ...input } = props;
  const { t } = useTranslation("form");
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldFrame {...{ label, rule, error, required, disabled, ...(help && { help }) }}>
      {(described) => (
        <Box position="relative">
          <Input {...input} {...described} type={shown ? "text" : "password"} paddingInlineEnd="11" />
          <Box position="absolute" top="0.5" insetInlineEnd="0.5">
            <IconButton
              label={shown ? t("hidePassword") : t("showPassword")}
              aria-pressed={shown}
              onClick={() => setShown((before) => !before)}
            >
              <Icon size={18} aria-hidden />
            </IconButton>
          </Box>
        </Box>
      )}
    </FieldFrame>
  );
}
