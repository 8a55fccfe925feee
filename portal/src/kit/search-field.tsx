import type { FieldProps } from "../ui/form/field-frame";
import { useController, type FormControl, type TextName, type Values } from "../ui/form/use-form";
import { SearchInput } from "./search-input";
import type { Option, OptionSource } from "./use-search";

interface SearchFieldProps<V extends Values> extends FieldProps {
  form: FormControl<V>;
  name: TextName<V>;
  source: OptionSource;
  /** Called after each choice, for fields that depend on it. */
  onChoose?: (option: Option | undefined) => void;
}

/** A `SearchInput` in a form. The form has the value of the choice. */
export function SearchField<V extends Values>(props: SearchFieldProps<V>) {
  const { form, name, source, onChoose, ...field } = props;
  const state = useController(form, name);
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
