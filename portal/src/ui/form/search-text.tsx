import { Box } from "@chakra-ui/react";
import { useState, type KeyboardEvent } from "react";
import { composes } from "../composes";
import { TextField } from "./text-field";

interface SearchTextProps {
  label: string;
  value: string;
  /** Called with each typed text; after an input method has composed a word, not while it does. */
  onText: (text: string) => void;
  onEnter?: () => void;
  onBlur?: () => void;
  maxLength?: number;
  placeholder?: string;
  /** Floats below the field, so that nothing moves while somebody types. Screen readers read it when it comes. */
  hint?: string | undefined;
}

/** A field to search with. */
export function SearchText({ value, onText, onEnter, hint, ...field }: SearchTextProps) {
  const [draft, setDraft] = useState<string>();
  return (
    <Box position="relative">
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
      />
      <Box role="status" {...(hint && { css: HINT })}>
        {hint}
      </Box>
    </Box>
  );
}

const HINT = {
  position: "absolute",
  top: "calc(100% + 4px)",
  insetInline: "0",
  // Above the head of the table.
  zIndex: "3",
  paddingInline: "3",
  paddingBlock: "2",
  border: "1px solid",
  borderColor: "border",
  borderRadius: "control",
  background: "bg.panel",
  boxShadow: "float",
  fontSize: "sm",
  color: "fg.muted",
};
