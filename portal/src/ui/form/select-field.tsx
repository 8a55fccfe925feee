import { chakra, useFieldContext, useRecipe, type HTMLChakraProps } from "@chakra-ui/react";
import { FieldFrame, type FieldProps } from "./field-frame";

interface SelectFieldProps
  extends FieldProps, Omit<HTMLChakraProps<"select">, keyof FieldProps | "children"> {
  options: readonly { value: string; label: string }[];
  /** What stands there while nothing is chosen. */
  placeholder?: string;
}

/** One of a few: the system's own list, so that phones and keyboards know it. */
export function SelectField(props: SelectFieldProps) {
  const { label, help, error, required, disabled, options, placeholder, ...select } = props;
  return (
    <FieldFrame {...{ label, error, required, disabled, ...(help && { help }) }}>
      {(described) => (
        // Options that come later find the value again in a new element: the old one could not hold it.
        <Select key={options.length} {...select} {...described}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  );
}

/** Chakra's own comes with parts that no page here needs. */
function Select(props: HTMLChakraProps<"select">) {
  const field = useFieldContext();
  const styles = useRecipe({ key: "input" })();
  return <chakra.select css={styles} {...field.getSelectProps()} {...props} />;
}
