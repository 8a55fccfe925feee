import { Box } from "@chakra-ui/react";
import { useState, type KeyboardEvent } from "react";
import { composes } from "../composes";
import { TextField } from "./text-field";

interface SearchTextProps {
  label: string;
  value: string;
  /** Called with each text that is typed; not while an input method composes a word, but with what it gave. */
  onText: (text: string) => void;
  onEnter?: () => void;
  onBlur?: () => void;
  maxLength?: number;
  /** Stands in the line of the label, and screen readers read it when it comes. */
  hint?: string | undefined;
}

/** A field to search with. */
export function SearchText({ value, onText, onEnter, hint, ...field }: SearchTextProps) {
  const [draft, setDraft] = useState<string>();
  return (
    <TextField
      {...field}
      type="search"
      autoComplete="off"
      value={draft ?? value}
      onChange={(event) => {
        const text = event.target.value;
        if (composes(event)) setDraft(text);
        else onText(text);
      }}
      onCompositionEnd={({ currentTarget }) => {
        setDraft(undefined);
        onText(currentTarget.value);
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === "Enter" && !composes(event)) onEnter?.();
      }}
      aside={
        <Box as="span" role="status" fontSize="sm" color="fg.muted">
          {hint}
        </Box>
      }
    />
  );
}
