import { Box, Combobox as Parts, createListCollection, Spinner, useRecipe } from "@chakra-ui/react";
import { ChevronDown, X } from "lucide-react";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FORCED } from "../../theme/forced-colors";
import { composes } from "../composes";

interface Choice {
  value: string;
  label: string;
  hint?: string;
}

interface ComboboxProps {
  /** The name of the control and of its buttons. */
  label: string;
  /** The name of the field in its form. */
  name?: string;
  chosen: Choice | undefined;
  onChoose: (choice: Choice | undefined) => void;
  /** The choices for the typed text. */
  choices: Choice[];
  /** Called with the typed text when it changes, and when the list opens or closes. */
  onSearch: (search: { text: string; open: boolean }) => void;
  searching: boolean;
  /** The typed text is too short to search for. */
  short?: boolean;
  /** Shown instead of the list if the choices did not load. */
  failure?: ReactNode;
  describedBy?: { "aria-describedby"?: string };
  inputRef?: (input: HTMLInputElement | null) => void;
  /** A choice is added to the others, and the typed text is removed. */
  many?: boolean;
  placeholder?: string;
}

/** A choice by typing. The list tells the number of choices, that there is none, or what failed. */
export function Combobox(props: ComboboxProps) {
  const { label, name, chosen, onChoose, choices, onSearch, searching, failure, describedBy, inputRef } =
    props;
  const { many = false, short = false, placeholder } = props;
  const { t } = useTranslation("list");
  const input = useRecipe({ key: "input" })();
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const collection = useMemo(
    () => createListCollection({ items: typed === undefined ? withChosen(choices, chosen) : choices }),
    [choices, chosen, typed],
  );
  const search = (text: string | undefined, isOpen: boolean) => {
    setTyped(text);
    setOpen(isOpen);
    onSearch({ text: text ?? "", open: isOpen });
  };
  const none = short ? t("search.short") : t("search.none");
  const state = searching ? t("search.loading") : choices.length === 0 ? none : undefined;
  // What an input method composes is shown, but not searched for.
  const composing = useRef(false);
  return (
    <Parts.Root
      unstyled
      width="full"
      position="relative"
      collection={collection}
      {...(name && { name })}
      value={chosen ? [chosen.value] : []}
      inputBehavior="autohighlight"
      {...(many && { selectionBehavior: "clear" as const })}
      openOnClick
      positioning={{ strategy: "fixed", sameWidth: true, placement: "bottom-start" }}
      onOpenChange={({ open: isOpen, reason }) => {
        // Typing has opened it already.
        if (reason !== "input-change") search(isOpen ? typed : undefined, isOpen);
      }}
      onInputValueChange={({ inputValue, reason }) => {
        if (reason !== "input-change") return;
        if (composing.current) setTyped(inputValue);
        else search(inputValue, true);
      }}
      onValueChange={({ items }) => {
        onChoose(items[0]);
        search(undefined, false);
      }}
    >
      <Parts.Control
        unstyled
        position="relative"
        onKeyDownCapture={(event) => {
          if (composes(event)) event.stopPropagation();
        }}
      >
        <Parts.Input
          unstyled
          css={{ ...input, paddingInlineEnd: "20" }}
          aria-label={label}
          placeholder={placeholder}
          ref={inputRef}
          onCompositionStart={() => {
            composing.current = true;
          }}
          onCompositionEnd={({ currentTarget }) => {
            composing.current = false;
            search(currentTarget.value, true);
          }}
          {...describedBy}
        />
        <Box position="absolute" top="0.5" insetInlineEnd="0.5" display="flex">
          {chosen && (
            <Parts.ClearTrigger unstyled css={BUTTON} aria-label={t("search.clear", { label })}>
              <X size={16} aria-hidden />
            </Parts.ClearTrigger>
          )}
          <Parts.Trigger unstyled css={BUTTON} aria-label={t("search.open")}>
            {searching && open ? <Spinner aria-hidden /> : <ChevronDown size={16} aria-hidden />}
          </Parts.Trigger>
        </Box>
      </Parts.Control>
      <Box srOnly role="status">
        {open && !failure ? (state ?? t("search.found", { count: choices.length })) : ""}
      </Box>
      <Parts.Positioner unstyled>
        <Parts.Content unstyled css={CONTENT}>
          {failure}
          {!failure && state && choices.length === 0 && (
            <Box padding="2.5" color="fg.muted" fontSize="md">
              {state}
            </Box>
          )}
          {!failure &&
            collection.items.map((item) => (
              <Parts.Item unstyled key={item.value} item={item} css={ITEM}>
                <Parts.ItemText unstyled>{item.label}</Parts.ItemText>
                {item.hint && (
                  <Box as="span" color="fg.muted" fontSize="sm">
                    {item.hint}
                  </Box>
                )}
              </Parts.Item>
            ))}
        </Parts.Content>
      </Parts.Positioner>
    </Parts.Root>
  );
}

/** Adds the current choice, which the first page of choices may lack. */
function withChosen(choices: Choice[], chosen: Choice | undefined): Choice[] {
  const known = chosen === undefined || choices.some(({ value }) => value === chosen.value);
  return known ? choices : [...choices, chosen];
}

const BUTTON = {
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  boxSize: "9",
  borderRadius: "control",
  color: "fg.muted",
  cursor: "pointer",
  _hover: { background: "bg.subtle", color: "fg" },
};

const CONTENT = {
  // Chakra reads the z-index of the list from here.
  zIndex: "toast",
  maxHeight: "72",
  overflowY: "auto",
  padding: "1.5",
  border: "1px solid",
  borderColor: "border",
  borderRadius: "card",
  background: "bg.panel",
  boxShadow: "float",
  outline: "0",
};

const ITEM = {
  display: "flex",
  alignItems: "baseline",
  justifyContent: "space-between",
  gap: "3",
  minHeight: "9",
  padding: "2",
  borderRadius: "control",
  fontSize: "md",
  cursor: "pointer",
  _selected: { fontWeight: "semibold", color: "accent.fg" },
  _highlighted: { background: "bg.subtle", ...FORCED },
};
