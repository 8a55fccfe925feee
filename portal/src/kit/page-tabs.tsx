import { Flex } from "@chakra-ui/react";
import type { FocusEvent } from "react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { usePageHandle, usePageTitle } from "../access/nav";
import { meets } from "../access/need";
import { useUser } from "../access/user";
import { languageOf } from "../i18n/i18n";
import { FORCED } from "../theme/forced-colors";

interface PageTabsProps {
  /** The addresses of the pages. */
  paths: readonly string[];
  /** What the pages have in common; the title of the page by default. */
  label?: string;
  /** On a wide screen the links stand below each other, beside the page. */
  upright?: boolean;
}

/**
 * Leads from one page to others that belong together with it; to those that the person may open. A row that is wider
 * than the screen scrolls, and begins with the current page in view.
 */
export function PageTabs({ paths, label, upright = false }: PageTabsProps) {
  const language = languageOf(useTranslation().i18n);
  const title = usePageTitle();
  const table = usePageHandle()?.table ?? [];
  const user = useUser();
  const pages = table.filter(({ path, need }) => paths.includes(path) && user && meets(user, need));
  if (pages.length < 2) return null;
  return (
    <Flex
      as="nav"
      ref={showCurrent}
      onFocus={showFocused}
      aria-label={label ?? title}
      css={{ ...ROW, ...(upright && COLUMN) }}
    >
      {pages.map((page) => (
        <Flex key={page.path} asChild css={{ ...TAB, ...(upright && ENTRY) }}>
          <NavLink to={page.path} end>
            {page.title[language]}
          </NavLink>
        </Flex>
      ))}
    </Flex>
  );
}

/** Scrolls the row to the link of the current page, when the row appears. */
export function showCurrent(row: HTMLDivElement | null) {
  const current = row?.querySelector<HTMLElement>("[aria-current=page]");
  if (row && current) toMiddle(row, current);
}

/** Scrolls the row to the link with the focus: half of it may be out of sight, where a browser leaves it. */
export function showFocused({ currentTarget: row, target }: FocusEvent<HTMLElement>) {
  if (target !== row) toMiddle(row, target);
}

function toMiddle(row: HTMLElement, link: HTMLElement) {
  row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

/** The row of links: it scrolls, so that it stays one line on a phone. */
export const ROW = {
  // The links are measured from here.
  position: "relative",
  gap: "1",
  overflowX: "auto",
  scrollbarWidth: "thin",
  marginBottom: "5",
  boxShadow: "inset 0 -1px {colors.border}",
  // A shade at a side where the row goes on. At the end its cover, which scrolls along, lies over it.
  background: [
    "linear-gradient(to right, {colors.bg} 60%, transparent) left / 32px 100% no-repeat local",
    "linear-gradient(to left, {colors.bg} 60%, transparent) right / 32px 100% no-repeat local",
    "linear-gradient(to right, {colors.border}, transparent) left / 16px 100% no-repeat scroll",
    "linear-gradient(to left, {colors.border}, transparent) right / 16px 100% no-repeat scroll",
  ].join(", "),
};

/** A link in a row of tabs; `aria-current=page` marks the current one. */
export const TAB = {
  alignItems: "center",
  flexShrink: "0",
  minHeight: "10",
  paddingInline: "3",
  borderBottom: "2px solid transparent",
  borderTopRadius: "control",
  fontSize: "md",
  color: "fg.muted",
  textDecoration: "none",
  whiteSpace: "nowrap",
  // The row would cut an outline around the link.
  _focusVisible: { outlineOffset: "-2px" },
  _hover: { color: "fg" },
  _currentPage: { color: "accent.fg", fontWeight: "medium", borderBottomColor: "accent", ...FORCED },
  // Forced colours show a transparent border.
  "@media (forced-colors: active)": { "&:not([aria-current=page])": { borderBottomColor: "Canvas" } },
};

/** As the side menu. */
const COLUMN = {
  position: { base: "relative", lg: "sticky" },
  top: { lg: "20" },
  alignSelf: { lg: "start" },
  flexDirection: { lg: "column" },
  gap: { base: "1", lg: "0.5" },
  boxShadow: { base: ROW.boxShadow, lg: "none" },
};

const ENTRY = {
  minHeight: { base: "10", lg: "9" },
  paddingInline: { base: "3", lg: "2.5" },
  borderBottomWidth: { base: "2px", lg: "0" },
  borderRadius: { lg: "control" },
  color: { base: "fg.muted", lg: "fg" },
  whiteSpace: { base: "nowrap", lg: "normal" },
  _hover: { color: "fg", background: { lg: "bg.subtle" } },
  _currentPage: { ...TAB._currentPage, background: { lg: "accent.subtle" } },
};
