import { Input, type InputProps } from "@chakra-ui/react";
import { CHECKBOX } from "../checkbox-look";
import { FieldFrame, type FieldProps } from "./field-frame";

type CheckboxFieldProps = FieldProps & Omit<InputProps, keyof FieldProps | "type">;

export function CheckboxField({ label, term, help, error, required, disabled, ...box }: CheckboxFieldProps) {
  return (
    <FieldFrame inline {...{ label, term, error, required, disabled, ...(help && { help }) }}>
      {(described) => <Input unstyled type="checkbox" css={CHECKBOX} {...box} {...described} />}
    </FieldFrame>
  );
}
