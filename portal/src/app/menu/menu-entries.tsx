import { Box, Flex, Text, VisuallyHidden } from "@chakra-ui/react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { usePageHandle, type NavEntry } from "../../access/nav";
import { SECTIONS, type Section } from "../../access/sections";
import { languageOf } from "../../i18n/i18n";
import { FORCED } from "../../theme/forced-colors";

interface MenuEntriesProps {
  entries: NavEntry[];
  /** Shows only icons. The names are tooltips, and screen readers read them. */
  narrow: boolean;
  onChosen?: () => void;
}

/** The sections with their entries; empty sections are left out. The entry of the current page is marked. */
export function MenuEntries({ entries, narrow, onChosen }: MenuEntriesProps) {
  const sections = (Object.keys(SECTIONS) as Section[]).filter((section) =>
    entries.some(({ nav }) => nav.section === section),
  );
  return sections.map((section) => (
    <MenuSection
      key={section}
      section={section}
      entries={entries.filter(({ nav }) => nav.section === section)}
      narrow={narrow}
      {...(onChosen && { onChosen })}
    />
  ));
}

function MenuSection({ section, entries, narrow, onChosen }: MenuEntriesProps & { section: Section }) {
  const { t } = useTranslation("menu");
  const id = useId();
  return (
    <Box as="section" aria-labelledby={id} _notFirst={{ marginTop: narrow ? "3" : "5" }}>
      {narrow ? (
        <VisuallyHidden id={id}>{t(`section.${section}`)}</VisuallyHidden>
      ) : (
        <Text id={id} margin="0 0 4px" paddingInline="2.5" fontSize="xs" fontWeight="medium" color="fg.muted">
          {t(`section.${section}`)}
        </Text>
      )}
      <Flex as="ul" direction="column" gap="0.5" margin="0" padding="0" listStyleType="none">
        {entries.map((entry) => (
          <li key={entry.path}>
            <MenuEntry entry={entry} narrow={narrow} {...(onChosen && { onChosen })} />
          </li>
        ))}
      </Flex>
    </Box>
  );
}

function MenuEntry({ entry, narrow, onChosen }: Omit<MenuEntriesProps, "entries"> & { entry: NavEntry }) {
  const title = (entry.nav.title ?? entry.title)[languageOf(useTranslation("menu").i18n)];
  const { pathname } = useLocation();
  const { under } = usePageHandle()?.page.nav ?? {};
  const current = under === entry.path || `${pathname}/`.startsWith(`${entry.path}/`);
  const Icon = entry.nav.icon;
  return (
    <Flex
      asChild
      align="center"
      justify={narrow ? "center" : "flex-start"}
      gap="2.5"
      minHeight="9"
      paddingInline="2.5"
      borderRadius="control"
      fontSize="md"
      color="fg"
      textDecoration="none"
      _hover={{ background: "bg.subtle" }}
      _currentPage={{ background: "accent.subtle", color: "accent.fg", fontWeight: "medium", ...FORCED }}
    >
      <Link
        to={entry.path}
        {...(current && { "aria-current": "page" })}
        {...(narrow && { title, "aria-label": title })}
        {...(onChosen && { onClick: onChosen })}
      >
        <Icon size={18} aria-hidden />
        {!narrow && title}
      </Link>
    </Flex>
  );
}
