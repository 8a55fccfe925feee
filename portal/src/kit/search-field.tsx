import { Box, Button } from "@chakra-ui/react";
import { useState } from "react";
import { useController } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Combobox } from "../ui/form/combobox";
import { FieldFrame, type FieldProps } from "../ui/form/field-frame";
import type { FormControl, TextName, Values } from "../ui/form/use-form";
import { useChosen, useSearch, type Option, type OptionSource } from "./use-search";

interface SearchInputProps extends FieldProps {
  source: OptionSource;
  name?: string;
  value: string;
  onChange: (value: string, option: Option | undefined) => void;
  inputRef?: (input: HTMLInputElement | null) => void;
}

/** One of many things that the server finds by typing. */
export function SearchInput(props: SearchInputProps) {
  const { source, name, value, onChange, inputRef, label, help, error, required, disabled } = props;
  const { t } = useTranslation("ui");
  const [asked, setAsked] = useState({ text: "", open: false });
  const { options, searching, failure, retry } = useSearch(source, asked.text, asked.open);
  // What was just chosen is known; what came with the page has to be asked for.
  const [picked, setPicked] = useState<Option>();
  const found = useChosen(source, picked?.value === value ? "" : value);
  const chosen = value === "" ? undefined : picked?.value === value ? picked : found;
  return (
    <FieldFrame {...{ label, error, required, disabled, ...(help && { help }) }}>
      {(describedBy) => (
        <Combobox
          label={label}
          {...(name && { name })}
          {...(inputRef && { inputRef })}
          describedBy={describedBy}
          chosen={chosen}
          choices={options}
          searching={searching}
          onSearch={setAsked}
          onChoose={(option) => {
            setPicked(option);
            onChange(option?.value ?? "", option);
          }}
          failure={
            failure && (
              <Box padding="2.5" fontSize="md" role="alert">
                {failure}{" "}
                <Button variant="plain" onClick={retry}>
                  {t("retry")}
                </Button>
              </Box>
            )
          }
        />
      )}
    </FieldFrame>
  );
}

interface SearchFieldProps<V extends Values> extends FieldProps {
  form: FormControl<V>;
  name: TextName<V>;
  source: OptionSource;
  /** What else follows from the choice. */
  onChoose?: (option: Option | undefined) => void;
}

/** The same as a field of a form, which holds the value of the choice. */
export function SearchField<V extends Values>(props: SearchFieldProps<V>) {
  const { form, name, source, onChoose, ...field } = props;
  const { field: state } = useController({ control: form.hook.control, name });
  return (
    <SearchInput
      {...field}
      source={source}
      name={name}
      error={form.faults[name]}
      value={state.value}
      inputRef={state.ref}
      onChange={(value, option) => {
        state.onChange(value);
        onChoose?.(option);
      }}
    />
  );
}
