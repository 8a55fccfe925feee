import { chakra, Field, Flex, type HTMLChakraProps } from "@chakra-ui/react";
import { CircleAlert } from "lucide-react";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Breakable } from "../breakable";

/** A name as a standard writes it. It breaks after its signs. */
export function Term({ children, ...props }: HTMLChakraProps<"code"> & { children: string | undefined }) {
  return (
    <chakra.code fontSize="sm" fontWeight="normal" color="fg.muted" overflowWrap="anywhere" {...props}>
      <Breakable at={/(?<=[_.:-])/}>{children ?? ""}</Breakable>
    </chakra.code>
  );
}

/** The properties that all fields have. */
export interface FieldProps {
  label: string;
  /** The name that a standard gives the field, in grey behind its label. */
  term?: string | undefined;
  /** Shown under the field until there is an error. */
  help?: string;
  /** What the value must be like. Unlike `help` it stays beside an error, whose words may not say it. */
  rule?: string | undefined;
  /** What is wrong with the value. Screen readers read it when it appears. */
  error?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
}

interface FieldFrameProps extends FieldProps {
  /** The control; spread `described` into it. */
  children: (described: { "aria-describedby"?: string }) => ReactNode;
  /** Puts the label after the control, in the same line. */
  inline?: boolean;
  /** Shown at the end of the label's line. */
  aside?: ReactNode;
}

/** Label, control, and below it the help or the error. */
export function FieldFrame(props: FieldFrameProps) {
  const { label, term, help, rule, error, required = false, disabled = false, inline = false } = props;
  const { aside, children } = props;
  const { t } = useTranslation("ui");
  const errorId = useId();
  const ruleId = useId();
  const hint = rule ?? (error === undefined ? help : undefined);
  // Chakra sets only aria-errormessage, which few screen readers support.
  const described = [errorId, ...(rule === undefined ? [] : [ruleId])].join(" ");
  const control = children(error === undefined ? {} : { "aria-describedby": described });
  return (
    <Field.Root
      ids={{ errorText: errorId, helperText: ruleId }}
      invalid={error !== undefined}
      required={required}
      disabled={disabled}
    >
      <Flex justify="space-between" align="baseline" gap="3" width="full">
        <Field.Label {...(inline && { display: "flex", alignItems: "center", gap: "2.5" })}>
          {inline && control}
          {label}
          {required && <Field.RequiredIndicator title={t("required")} />}
        </Field.Label>
        {term && <Term>{term}</Term>}
        {aside}
      </Flex>
      {!inline && control}
      {hint && <Field.HelperText>{hint}</Field.HelperText>}
      <Field.ErrorText>
        <CircleAlert size={14} aria-hidden />
        {error}
      </Field.ErrorText>
    </Field.Root>
  );
}
