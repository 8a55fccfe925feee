import { Box, chakra } from "@chakra-ui/react";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useSearchParams } from "react-router";
import { useQuiet } from "../../api/use-quiet";
import { loadTexts } from "../../i18n/i18n";
import { input } from "../../theme/recipes/form";
import { lazyPart } from "../../ui/lazy/lazy-part";
import { isPlain, useShortcut } from "./use-shortcut";

const HOME = "/";
/** The parameter of home with words to search for. */
const WORDS = "q";

const loadPalette = async () => {
  const [palette] = await Promise.all([import("../palette/palette"), loadTexts(["palette"])]);
  return palette;
};
const Palette = lazyPart(loadPalette);

/** Loads the palette before it is wanted. If that fails, opening it shows the failure. */
function fetchPalette() {
  loadPalette().catch(() => undefined);
}

/** A button that looks like the box that it opens. */
const SearchButton = chakra("button", input);

/**
 * Opens the palette, which loads when the page is quiet. `/` and Ctrl+K open it too, and an address of home with words in `q`
 * opens it with these.
 */
export function SearchBox() {
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const words = pathname === HOME ? params.get(WORDS) : null;
  const quiet = useQuiet();
  useEffect(() => {
    if (quiet) fetchPalette();
  }, [quiet]);
  useShortcut(opensSearch, () => setOpen(true));
  const close = () => {
    setOpen(false);
    if (words === null) return;
    const rest = new URLSearchParams(params);
    rest.delete(WORDS);
    setParams(rest, { replace: true });
  };
  return (
    <Box role="search" flex="1 1 440px" maxWidth={{ md: "440px" }} minWidth="0">
      <SearchButton
        type="button"
        aria-label={t("search.label")}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K"
        title={t("search.hint")}
        display="flex"
        alignItems="center"
        gap="2"
        width="full"
        height={{ base: "10", md: "9" }}
        paddingInline="3"
        color="fg.muted"
        fontSize="md"
        textAlign="start"
        cursor="pointer"
        onPointerEnter={fetchPalette}
        onFocus={fetchPalette}
        onClick={() => setOpen(true)}
      >
        <Search size={16} aria-hidden />
        {/* The narrowest phones have room for the sign alone. */}
        <Box
          as="span"
          flex="1"
          minWidth="0"
          truncate
          css={{ "@media (max-width: 359px)": { display: "none" } }}
        >
          {t("search.placeholder")}
        </Box>
        <KeyHint />
      </SearchButton>
      {(isOpen || words !== null) && <Palette text={words ?? ""} onClose={close} />}
    </Box>
  );
}

function KeyHint() {
  return (
    <Box
      asChild
      hideBelow="md"
      paddingInline="1.5"
      border="1px solid"
      borderColor="border"
      borderRadius="6px"
      fontSize="xs"
      fontFamily="inherit"
    >
      <kbd aria-hidden="true">/</kbd>
    </Box>
  );
}

/** `/` outside of text fields, Ctrl+K and Cmd+K anywhere. */
function opensSearch(event: KeyboardEvent): boolean {
  const command = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
  return command || isPlain(event, "/");
}
