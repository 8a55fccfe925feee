import { Textarea, useRecipe, type TextareaProps } from "@chakra-ui/react";
import { FieldFrame, type FieldProps } from "./field-frame";
import { limitOf } from "./length-of";

type TextAreaFieldProps = FieldProps & Omit<TextareaProps, keyof FieldProps>;

export function TextAreaField(props: TextAreaFieldProps) {
  const { label, term, help, error, required, disabled, maxLength, ...area } = props;
  const styles = useRecipe({ key: "input" })();
  return (
    <FieldFrame {...{ label, term, error, required, disabled, ...(help && { help }) }}>
      {(described) => (
        <Textarea
          rows={4}
          css={{ ...styles, height: "auto", paddingBlock: "2", resize: "vertical" }}
          {...area}
          {...limitOf({ maxLength, name: area.name })}
          {...described}
        />
      )}
    </FieldFrame>
  );
}
