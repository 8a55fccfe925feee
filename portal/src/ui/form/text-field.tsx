import { Field, Input, type InputProps } from "@chakra-ui/react";
import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";

interface TextFieldProps extends InputProps {
  label: string;
  /** Shown under the field until there is an error. */
  help?: string;
  /** Why what was typed does not do; it is read out when it appears. */
  error?: string | undefined;
}

/** One labelled input that says under itself what is wrong with it. */
export function TextField({ label, help, error, required, disabled, ...input }: TextFieldProps) {
  const { t } = useTranslation("ui");
  const errorId = useId();
  return (
    <Field.Root
      ids={{ errorText: errorId }}
      invalid={error !== undefined}
      required={required ?? false}
      disabled={disabled ?? false}
    >
      <Field.Label>
        {label}
        {required && <Field.RequiredIndicator title={t("required")} />}
      </Field.Label>
      {/* Chakra names the error by aria-errormessage alone, which few screen readers follow. */}
      <Input {...input} {...(error !== undefined && { "aria-describedby": errorId })} />
      {help && error === undefined && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText>
        <CircleAlert size={14} aria-hidden />
        {error}
      </Field.ErrorText>
    </Field.Root>
  );
}
