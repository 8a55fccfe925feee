import { useEffect, useRef, useState } from "react";
import { TextField } from "../../ui/form/text-field";
import type { TableControl } from "../../ui/table/use-table-state";

const TYPING_MS = 300;

interface TextFilterProps {
  name: string;
  label: string;
  control: TableControl;
}

/** A text that is searched for, once one has stopped typing or at once on Enter. */
export function TextFilter({ name, label, control }: TextFilterProps) {
  const there = control.state.filters[name] ?? "";
  const [typed, setTyped] = useState(there);
  const [seen, setSeen] = useState(there);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // One step of the back button for all that is typed without leaving the field.
  const began = useRef(false);
  const [sent, setSent] = useState(there);
  if (seen !== there) {
    setSeen(there);
    // Changed from outside, by the back button or a chip: not by what was typed here, as one may have typed on.
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
