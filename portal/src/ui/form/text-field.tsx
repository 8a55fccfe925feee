import { Input, type InputProps } from "@chakra-ui/react";
import { FieldFrame, type FieldProps } from "./field-frame";

type TextFieldProps = FieldProps & Omit<InputProps, keyof FieldProps>;

/** One line of text. */
export function TextField({ label, help, error, required, disabled, ...input }: TextFieldProps) {
  return (
    <FieldFrame {...{ label, error, required, disabled, ...(help && { help }) }}>
      {(described) => <Input {...input} {...described} />}
    </FieldFrame>
  );
}
