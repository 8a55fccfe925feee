import { Box, chakra, Dialog, Flex, Portal, Text, VisuallyHidden } from "@chakra-ui/react";
import { Search, X } from "lucide-react";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { dialog } from "../../theme/recipes/overlay";
import { input } from "../../theme/recipes/form";
import { composes } from "../../ui/composes";
import { IconButton } from "../../ui/icon-button";
import { keepOpen } from "../../ui/keep-open";
import { useFinalFocus } from "../../ui/use-final-focus";
import type { PaletteEntry } from "./entry";
import { Keys } from "./keys";
import { PaletteList } from "./palette-list";
import { useChoose } from "./use-choose";
import { useSections } from "./use-sections";

const SearchField = chakra("input", input);

interface PaletteProps {
  /** The text that it begins with. */
  text: string;
  onClose: () => void;
}

/**
 * Finds applications, pages, groups, people and actions from everywhere: a combobox with a list of its results (WAI-ARIA). The
 * focus stays in the box; `aria-activedescendant` says which line Enter chooses.
 */
export default function Palette({ text, onClose }: PaletteProps) {
  const { t } = useTranslation(["palette", "ui"]);
  const content = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const leaves = useRef(false);
  const finalFocus = useFinalFocus(content);
  const listId = useId();
  const [query, setQuery] = useState(text.trim());
  const [wantedId, setWantedId] = useState<string>();
  const { sections, settled, failure } = useSections(query);
  const entries = sections.flatMap((section) => section.entries);
  const at = Math.max(
    entries.findIndex(({ id }) => id === wantedId),
    0,
  );
  const active = entries[at];
  const idOf = (entry: PaletteEntry) => `${listId}-${entry.id}`;
  const choose = useChoose(() => {
    leaves.current = true;
    onClose();
  });
  const search = (typed: string) => {
    setQuery(typed.trim());
    setWantedId(undefined);
  };
  const move = (by: number) => {
    const next = entries[(at + by + entries.length) % entries.length];
    setWantedId(next?.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (composes(event)) return;
    const isOpening = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
    if (isOpening) box.current?.select();
    else if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter") {
      if (active) choose(active, event.ctrlKey || event.metaKey);
    } else return;
    event.preventDefault();
  };
  const nothing = settled && entries.length === 0;
  return (
    <Dialog.Root
      recipe={dialog}
      open
      finalFocusEl={() => (leaves.current ? document.querySelector("main") : finalFocus())}
      initialFocusEl={() => box.current}
      onFocusOutside={keepOpen}
      onRequestDismiss={keepOpen}
      onOpenChange={({ open }) => {
        if (!open) onClose();
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner css={PLACE}>
          <Dialog.Content ref={content} css={SHEET}>
            <VisuallyHidden asChild>
              <Dialog.Title>{t("palette:label")}</Dialog.Title>
            </VisuallyHidden>
            <Flex
              align="center"
              gap="2"
              paddingInline="3"
              paddingBlock="2"
              borderBottom="1px solid"
              borderColor="border"
              _focusWithin={{ borderColor: "accent" }}
            >
              <Box color="fg.muted" flexShrink="0" marginInlineStart="1">
                <Search size={18} aria-hidden />
              </Box>
              <SearchField
                ref={box}
                type="text"
                role="combobox"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                enterKeyHint="go"
                aria-label={t("palette:label")}
                aria-autocomplete="list"
                aria-expanded={entries.length > 0}
                aria-controls={listId}
                aria-activedescendant={active && idOf(active)}
                placeholder={t("palette:placeholder")}
                defaultValue={text}
                css={FIELD}
                onChange={(event) => {
                  if (!composes(event)) search(event.target.value);
                }}
                onCompositionEnd={({ currentTarget }) => search(currentTarget.value)}
                onKeyDown={onKeyDown}
              />
              <Dialog.CloseTrigger asChild position="static">
                <IconButton label={t("ui:close")}>
                  <X size={18} aria-hidden />
                </IconButton>
              </Dialog.CloseTrigger>
            </Flex>
            <PaletteList
              id={listId}
              sections={sections}
              active={active}
              idOf={idOf}
              onPoint={({ id }) => setWantedId(id)}
              onChoose={choose}
            />
            {nothing && !failure && (
              <Box padding="6" textAlign="center">
                <Text margin="0" fontWeight="medium" overflowWrap="anywhere">
                  {t("palette:none", { query })}
                </Text>
                <Text margin="0" fontSize="sm" color="fg.muted">
                  {t("palette:none.hint")}
                </Text>
              </Box>
            )}
            {failure && (
              <Text role="alert" margin="0" padding="4" fontSize="sm" color="danger">
                {failure}
              </Text>
            )}
            <VisuallyHidden role="status">
              {query !== "" && settled && t("palette:found", { count: entries.length })}
            </VisuallyHidden>
            <Keys />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

/** Below the top of the page, so that it does not move when it grows; on a phone the whole screen. */
const PLACE = {
  alignItems: { base: "flex-start", sm: "flex-start" },
  paddingTop: { base: "0", sm: "min(12vh, 96px)" },
};

const SHEET = {
  maxWidth: { base: "100%", sm: "640px" },
  height: { base: "100dvh", sm: "auto" },
  maxHeight: { base: "100dvh", sm: "min(560px, 76vh)" },
  borderRadius: { base: "0", sm: "card" },
  overflow: "hidden",
};

const FIELD = {
  flex: "1",
  minWidth: "0",
  height: { base: "11", md: "10" },
  border: "0",
  background: "transparent",
  fontSize: "lg",
  paddingInline: "1",
  // The line below it shows the focus, which it has nearly all the time.
  _focusVisible: { outline: "0", boxShadow: "none" },
};
