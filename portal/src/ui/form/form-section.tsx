import { Box, Flex } from "@chakra-ui/react";
import { useState, type ReactNode } from "react";
import { FoldTitle } from "../fold-title";
import type { FormControl, Values } from "./use-form";
import type { FieldPath } from "react-hook-form";

interface FormSectionProps<V extends Values> {
  title: string;
  form: FormControl<V>;
  /** Its fields. A fault in one of them opens the section. */
  names: readonly FieldPath<V>[];
  /** Whether it is open at first. */
  open?: boolean;
  children: ReactNode;
}

/** A part of a long form. A click on its title folds it. */
export function FormSection<V extends Values>(props: FormSectionProps<V>) {
  const { title, form, names, open: first = false, children } = props;
  const [chosen, setChosen] = useState(first);
  // Opened in the same render that shows the fault, so that its field can get the focus.
  const faulty = names.some((name) => form.faults[name] !== undefined);
  const open = chosen || faulty;
  return (
    <Box asChild borderTop="1px solid" borderColor="border" paddingTop="3" css={WITHIN}>
      <details open={open} onToggle={(event) => setChosen(event.currentTarget.open)}>
        <FoldTitle fontWeight="semibold">{title}</FoldTitle>
        <Flex direction="column" gap="5" paddingBlock="3">
          {children}
        </Flex>
      </details>
    </Box>
  );
}

/** A section of a section stands below its title's first letter. */
const WITHIN = { "details &": { marginInlineStart: { base: "3", sm: "6" } } };
