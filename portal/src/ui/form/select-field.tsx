import { Box, chakra, useFieldContext, useRecipe, type HTMLChakraProps } from "@chakra-ui/react";
import { ChevronDown } from "lucide-react";
import { FieldFrame, type FieldProps } from "./field-frame";

interface SelectFieldProps
  extends FieldProps, Omit<HTMLChakraProps<"select">, keyof FieldProps | "children"> {
  options: readonly { value: string; label: string }[];
  placeholder?: string;
}

/** A choice among a few, by the browser's own control, which suits phones and keyboards. */
export function SelectField(props: SelectFieldProps) {
  const { label, term, help, error, required, disabled, options, placeholder, ...select } = props;
  return (
    <FieldFrame {...{ label, term, error, required, disabled, ...(help && { help }) }}>
      {(described) => (
        // When options load later, a new element takes the value, because the old one has dropped it.
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

/** A plain select with the sign of a `Combobox`, because Chakra's select has parts that no page needs. */
function Select(props: HTMLChakraProps<"select">) {
  const field = useFieldContext();
  const styles = useRecipe({ key: "input" })();
  return (
    <Box position="relative">
      <chakra.select
        css={{ ...styles, appearance: "none", paddingInlineEnd: "10", textOverflow: "ellipsis" }}
        {...field.getSelectProps()}
        {...props}
      />
      <Box position="absolute" top="3" insetInlineEnd="3" color="fg.muted" pointerEvents="none">
        <ChevronDown size={16} aria-hidden />
      </Box>
    </Box>
  );
}
