import { Box, Button } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { sentenceGap } from "../i18n/marks";
import { Combobox } from "../ui/form/combobox";
import { FieldFrame, type FieldProps } from "../ui/form/field-frame";
import { useChosen, useSearch, type Option, type OptionSource } from "./use-search";

interface SearchInputProps extends FieldProps {
  source: OptionSource;
  name?: string;
  value: string;
  onChange: (value: string, option: Option | undefined) => void;
  inputRef?: (input: HTMLInputElement | null) => void;
  /** Each choice is added to others. */
  many?: boolean;
  /** What it means that nothing is chosen. */
  placeholder?: string;
}

/** A choice among many things; the server searches for the typed text. Lists use it without the form library. */
export function SearchInput(props: SearchInputProps) {
  const {
    source,
    name,
    value,
    onChange,
    inputRef,
    many,
    placeholder,
    label,
    help,
    error,
    required,
    disabled,
  } = props;
  const { t } = useTranslation("ui");
  const [asked, setAsked] = useState({ text: "", open: false });
  const { options, searching, short, failure, retry } = useSearch(source, asked.text, asked.open);
  // The name of a new choice is known. The name of a value from the address or a record is fetched from the server.
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
          {...(many && { many })}
          {...(placeholder && { placeholder })}
          describedBy={describedBy}
          chosen={chosen}
          choices={options}
          searching={searching}
          short={short}
          onSearch={setAsked}
          onChoose={(choice) => {
            const option = options.find((one) => one.value === choice?.value) ?? choice;
            setPicked(option);
            onChange(option?.value ?? "", option);
          }}
          failure={
            failure && (
              <Box padding="2.5" fontSize="md" role="alert">
                {failure}
                {sentenceGap()}
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
