import { Box, Flex } from "@chakra-ui/react";
import { CircleAlert } from "lucide-react";
import { useId, type ReactNode } from "react";
import { FORCED } from "../../theme/forced-colors";
import { useController, type FormControl, type TextName, type Values } from "./use-form";

interface ChoiceFieldProps<V extends Values> {
  form: FormControl<V>;
  name: TextName<V>;
  label: string;
  help?: string;
  options: readonly { value: string; label: ReactNode }[];
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
  const chosen = options.some((option) => option.value === value) ? value : usual;
  return (
    <Box
      role="radiogroup"
      aria-labelledby={`${id}label`}
      aria-describedby={error === undefined ? undefined : `${id}error`}
      width="full"
    >
      <Box id={`${id}label`} fontSize="md" fontWeight="medium" marginBottom="1.5">
        {label}
      </Box>
      <Flex gap="2" {...(chips ? { wrap: "wrap" } : { direction: "column" })}>
        {options.map((option, index) => (
          <Box asChild key={option.value} css={OPTION} data-checked={option.value === chosen || undefined}>
            <label>
              <Box asChild boxSize="4" flexShrink="0" margin="0" accentColor="accent">
                <input
                  type="radio"
                  name={name}
                  value={option.value}
                  checked={option.value === chosen}
                  onChange={() => onChange(option.value)}
                  onBlur={onBlur}
                  {...(index === 0 && { ref, ...(error !== undefined && { "data-fault": "" }) })}
                  {...(focused && index === 0 && { "data-autofocus": "" })}
                />
              </Box>
              <Box as="span" minWidth="0" overflowWrap="anywhere">
                {option.label}
              </Box>
            </label>
          </Box>
        ))}
      </Flex>
      {help && error === undefined && (
        <Box fontSize="sm" color="fg.muted" marginTop="1.5">
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

const OPTION = {
  display: "flex",
  alignItems: "center",
  gap: "2",
  minHeight: { base: "11", md: "9" },
  paddingBlock: "1.5",
  paddingInline: "3",
  border: "1px solid",
  borderColor: "border.control",
  borderRadius: "control",
  fontSize: "md",
  cursor: "pointer",
  _hover: { background: "bg.subtle" },
  "&[data-checked]": { borderColor: "accent", background: "accent.subtle", ...FORCED },
};
