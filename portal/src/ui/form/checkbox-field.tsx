import { Input, type InputProps } from "@chakra-ui/react";
import { FieldFrame, type FieldProps } from "./field-frame";

type CheckboxFieldProps = FieldProps & Omit<InputProps, keyof FieldProps | "type">;

export function CheckboxField({ label, help, error, required, disabled, ...box }: CheckboxFieldProps) {
  return (
    <FieldFrame inline {...{ label, error, required, disabled, ...(help && { help }) }}>
      {(described) => (
        <Input
          type="checkbox"
          width="5"
          height="5"
          flexShrink="0"
          accentColor="accent"
          {...box}
          {...described}
        />
      )}
    </FieldFrame>
  );
}
