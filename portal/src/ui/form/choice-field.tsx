import { Box, Flex } from "@chakra-ui/react";
import { CircleAlert } from "lucide-react";
import { useId, type ReactNode } from "react";
import { ChoiceOption } from "./choice-option";
import { useController, type FormControl, type TextName, type Values } from "./use-form";

interface ChoiceFieldProps<V extends Values> {
  form: FormControl<V>;
  name: TextName<V>;
  label: string;
  help?: string;
  options: readonly { value: string; label: string; text?: ReactNode }[];
  /** What is chosen while the value of the form is none of the options. */
  usual?: string | undefined;
  /** Short options in a line instead of one below the other. */
  chips?: boolean;
  /** Gets the focus when the form appears. */
  focused?: boolean;
}

/** A choice among a few that are all in sight, by the browser's own radio buttons. */
export function ChoiceField<V extends Values>(props: ChoiceFieldProps<V>) {
  const { form, name, label, help, options, usual, chips = false, focused = false } = props;
  const { value, onChange, onBlur, ref } = useController(form, name);
  const id = useId();
  const error = form.faults[name];
  const below = error === undefined ? help && `${id}help` : `${id}error`;
  const chosen = options.some((option) => option.value === value) ? value : usual;
  return (
    <Box role="radiogroup" aria-labelledby={`${id}label`} aria-describedby={below} width="full">
      <Box id={`${id}label`} fontSize="md" fontWeight="medium" marginBottom="1.5">
        {label}
      </Box>
      {/* The eleven numbers of a scale fit in one line of a page. */}
      <Flex {...(chips ? { gap: "1.5", wrap: "wrap" } : { gap: "2", direction: "column" })}>
        {options.map((option, index) => (
          <ChoiceOption
            key={option.value}
            {...option}
            name={name}
            checked={option.value === chosen}
            onChoose={() => onChange(option.value)}
            onBlur={onBlur}
            {...(index === 0 && { ref, ...(error !== undefined && { "data-fault": "" }) })}
            {...(focused && index === 0 && { "data-autofocus": "" })}
          />
        ))}
      </Flex>
      {help && error === undefined && (
        <Box id={`${id}help`} fontSize="sm" color="fg.muted" marginTop="1.5">
          {help}
        </Box>
      )}
      {error !== undefined && (
        <Flex id={`${id}error`} gap="1.5" align="center" fontSize="sm" color="danger" marginTop="1.5">
          <CircleAlert size={14} aria-hidden />
          {error}
        </Flex>
      )}
    </Box>
  );
}
