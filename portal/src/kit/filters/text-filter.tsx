import { useEffect, useRef, useState } from "react";
import { TextField } from "../../ui/form/text-field";
import type { TableControl } from "../../ui/table/use-table-state";

const TYPING_MS = 300;

interface TextFilterProps {
  name: string;
  label: string;
  control: TableControl;
}

/** Searches for a text after a pause in typing, or at once on Enter. */
export function TextFilter({ name, label, control }: TextFilterProps) {
  const there = control.state.filters[name] ?? "";
  const [typed, setTyped] = useState(there);
  const [seen, setSeen] = useState(there);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // All typing until the field loses the focus is one step of the back button.
  const began = useRef(false);
  const [sent, setSent] = useState(there);
  if (seen !== there) {
    setSeen(there);
    // The back button or a chip changed the address, not this field, whose newer text must stay.
    if (sent !== there) {
      setSent(there);
      setTyped(there);
    }
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const commit = (text: string) => {
    clearTimeout(timer.current);
    const value = text.trim();
    if (value === there) return;
    setSent(value);
    control.setFilters({ [name]: value }, { replace: began.current });
    began.current = true;
  };
  return (
    <TextField
      type="search"
      label={label}
      autoComplete="off"
      maxLength={100}
      value={typed}
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => commit(text), TYPING_MS);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.nativeEvent.isComposing) commit(typed);
      }}
      onBlur={() => {
        commit(typed);
        began.current = false;
      }}
    />
  );
}
