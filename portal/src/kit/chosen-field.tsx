import { Box, Flex } from "@chakra-ui/react";
import { X } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "../ui/form/field-frame";
import { useValue, type FormControl, type ListName, type Values } from "../ui/form/use-form";
import { IconButton } from "../ui/icon-button";
import { SearchInput } from "./search-input";
import type { Option, OptionSource } from "./use-search";

interface ChosenFieldProps<V extends Values> extends FieldProps {
  form: FormControl<V>;
  name: ListName<V, Option>;
  source: OptionSource;
  /** More fields of each choice, under its name. */
  each?: (option: Option) => ReactNode;
}

/** Several choices among many things, in a form: a search that adds, and what is chosen, each with a button to remove it. */
export function ChosenField<V extends Values>(props: ChosenFieldProps<V>) {
  const { form, name, source, each, ...field } = props;
  const { t } = useTranslation("form");
  // A list in a record, such as `brands.7`, begins with its first choice.
  const chosen = (useValue(form, name) as Option[] | undefined) ?? [];
  const box = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState("");
  const set = (next: Option[]) => form.set(name, next as Parameters<typeof form.set<ListName<V, Option>>>[1]);
  const add = (option: Option | undefined) => {
    if (option && !chosen.some(({ value }) => value === option.value)) set([...chosen, option]);
  };
  const remove = ({ value, label }: Option) => {
    setSaid(t("rows.removed", { name: label }));
    set(chosen.filter((one) => one.value !== value));
    box.current?.querySelector("input")?.focus();
  };
  return (
    <Box ref={box} width="full">
      <SearchInput
        {...field}
        many
        source={source}
        name={name}
        error={form.faults[name]}
        value=""
        onChange={(_, option) => add(option)}
      />
      {chosen.length > 0 && (
        <Flex
          as="ul"
          direction="column"
          gap="1"
          margin="0"
          marginTop="2"
          padding="0"
          listStyleType="none"
          aria-label={field.label}
        >
          {chosen.map((option) => (
            <Box as="li" key={option.value} borderRadius="control" background="bg.subtle">
              <Flex align="center" justify="space-between" gap="2" paddingInlineStart="3">
                <Box minWidth="0" paddingBlock="1.5" fontSize="md" overflowWrap="anywhere">
                  {option.label}
                  {option.hint && (
                    <Box as="span" marginInlineStart="2" fontSize="sm" color="fg.muted">
                      {option.hint}
                    </Box>
                  )}
                </Box>
                <IconButton
                  label={t("rows.remove", { name: option.label })}
                  disabled={field.disabled}
                  onClick={() => remove(option)}
                >
                  <X size={16} aria-hidden />
                </IconButton>
              </Flex>
              {each && (
                <Flex
                  role="group"
                  aria-label={option.label}
                  direction="column"
                  gap="3"
                  padding="3"
                  paddingTop="1"
                >
                  {each(option)}
                </Flex>
              )}
            </Box>
          ))}
        </Flex>
      )}
      <Box srOnly role="status">
        {said}
      </Box>
    </Box>
  );
}
