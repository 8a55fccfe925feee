import { Box, chakra } from "@chakra-ui/react";
import { Search, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useNavigationType, useSearchParams, NavigationType } from "react-router";
import { input } from "../../theme/recipes/form";
import { composes } from "../../ui/composes";
import { IconButton } from "../../ui/icon-button";

const HOME = "/";

/** A plain input, because Chakra's `Input` would add the code of its `Field` to the first load. */
const SearchInput = chakra("input", input);

/** Filters the applications while somebody types. Its text is `q` in the address. `/` and Ctrl+K focus it. */
export function SearchBox() {
  const { t } = useTranslation("shell");
  const box = useRef<HTMLInputElement>(null);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const query = pathname === HOME ? (params.get("q") ?? "") : "";
  const arrival = useNavigationType();
  // While somebody types, the box is newer than the address. Any other change of the address changes the box.
  useEffect(() => {
    const input = box.current;
    if (input && (document.activeElement !== input || arrival === NavigationType.Pop)) input.value = query;
  }, [query, arrival]);
  useSearchShortcut(() => {
    box.current?.focus();
    box.current?.select();
  });

  const search = (text: string) =>
    void navigate(
      { pathname: HOME, search: text ? `?${new URLSearchParams({ q: text })}` : "" },
      { replace: pathname === HOME },
    );
  const clear = () => {
    if (box.current) box.current.value = "";
    search("");
  };
  return (
    <Box
      role="search"
      position="relative"
      flex="1 1 440px"
      maxWidth={{ md: "440px" }}
      minWidth="0"
      // On a phone the header leaves room for four letters: who types gets all of it.
      _focusWithin={{ position: { smDown: "absolute" }, insetInline: { smDown: "4" }, zIndex: "1" }}
    >
      <Box
        position="absolute"
        insetBlock="0"
        left="3"
        display="flex"
        alignItems="center"
        color="fg.muted"
        pointerEvents="none"
      >
        <Search size={16} aria-hidden />
      </Box>
      <SearchInput
        ref={box}
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        // On a phone it has the height of the buttons that it covers.
        height={{ base: "10", md: "9" }}
        paddingInlineStart="9"
        paddingInlineEnd={{ base: query ? "9" : "2", md: "9" }}
        fontSize={{ base: "lg", md: "md" }}
        textOverflow="ellipsis"
        aria-label={t("search.label")}
        aria-keyshortcuts="/ Control+K"
        placeholder={t("search.placeholder")}
        title={t("search.hint")}
        defaultValue={query}
        onChange={(event) => {
          if (!composes(event)) search(event.target.value);
        }}
        onCompositionEnd={({ currentTarget }) => search(currentTarget.value)}
        onKeyDown={(event) => {
          if (composes(event)) return;
          if (event.key === "Escape" && query) clear();
          else if (event.key === "ArrowDown" || event.key === "Enter") focusFirstCard(event);
        }}
        css={{ "&::-webkit-search-cancel-button": { display: "none" } }}
      />
      {query ? (
        <Box position="absolute" top={{ base: "0.5", md: "0" }} right={{ base: "0.5", md: "0" }}>
          <IconButton
            label={t("search.clear")}
            onClick={() => {
              clear();
              box.current?.focus();
            }}
          >
            <X size={16} aria-hidden />
          </IconButton>
        </Box>
      ) : (
        <KeyHint />
      )}
    </Box>
  );
}

function KeyHint() {
  return (
    <Box
      asChild
      hideBelow="md"
      position="absolute"
      top="7px"
      right="2"
      paddingInline="1.5"
      border="1px solid"
      borderColor="border"
      borderRadius="6px"
      fontSize="xs"
      fontFamily="inherit"
      color="fg.muted"
      pointerEvents="none"
    >
      <kbd aria-hidden="true">/</kbd>
    </Box>
  );
}

function focusFirstCard(event: { preventDefault: () => void }) {
  const card = document.querySelector<HTMLElement>("[data-app-card]");
  if (!card) return;
  event.preventDefault();
  card.focus();
}

/** `/` outside of text fields, Ctrl+K and Cmd+K anywhere. */
function useSearchShortcut(focus: () => void) {
  const latest = useRef(focus);
  useEffect(() => {
    latest.current = focus;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      const slash =
        event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event);
      if ((!command && !slash) || composes(event)) return;
      // An open dialog keeps the focus.
      if (document.querySelector("[role=dialog],[role=alertdialog]")) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}
