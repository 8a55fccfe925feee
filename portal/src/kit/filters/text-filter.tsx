import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchText } from "../../ui/form/search-text";
import type { TableControl } from "../../ui/table/use-table-state";
import { canFind, SEARCH } from "../can-find";

const TYPING_MS = 300;

interface TextFilterProps {
  name: string;
  label: string;
  control: TableControl;
}

/**
 * Searches for a text after a pause in typing, or at once on Enter; but not for a text that the server cannot
 * search for.
 */
export function TextFilter({ name, label, control }: TextFilterProps) {
  const { t } = useTranslation("list");
  const there = control.state.filters[name] ?? "";
  const [typed, setTyped] = useState(there);
  const [seen, setSeen] = useState(there);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // All typing until the field loses the focus is one step of the back button.
  const began = useRef(false);
  const [sent, setSent] = useState(there);
  if (seen !== there) {
    setSeen(there);
    // Take the text of the address only if the back button or a chip changed it; newer typing must stay.
    if (sent !== there) {
      setSent(there);
      setTyped(there);
    }
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const isShort = (text: string) => name === SEARCH && text !== "" && !canFind(text);
  const commit = (text: string) => {
    clearTimeout(timer.current);
    const value = text.trim();
    if (value === there || isShort(value)) return;
    setSent(value);
    control.setFilters({ [name]: value }, { replace: began.current });
    began.current = true;
  };
  return (
    <SearchText
      label={label}
      placeholder={label}
      maxLength={100}
      value={typed}
      hint={isShort(typed.trim()) ? t("search.short") : undefined}
      onText={(text) => {
        setTyped(text);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => commit(text), TYPING_MS);
      }}
      onEnter={() => commit(typed)}
      onBlur={() => {
        commit(typed);
        began.current = false;
      }}
    />
  );
}
