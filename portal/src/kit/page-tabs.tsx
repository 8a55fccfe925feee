import { Flex } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { usePageHandle, usePageTitle } from "../access/nav";
import { meets } from "../access/need";
import { useUser } from "../access/user";
import { languageOf } from "../i18n/i18n";

/** Leads from one page to others that belong together with it, by their paths; to those that the person may open. */
export function PageTabs({ paths }: { paths: readonly string[] }) {
  const language = languageOf(useTranslation().i18n);
  const title = usePageTitle();
  const table = usePageHandle()?.table ?? [];
  const user = useUser();
  const pages = table.filter(({ path, need }) => paths.includes(path) && user && meets(user, need));
  if (pages.length < 2) return null;
  return (
    <Flex
      as="nav"
      aria-label={title}
      gap="1"
      wrap="wrap"
      marginBottom="5"
      borderBottom="1px solid"
      borderColor="border"
    >
      {pages.map((page) => (
        <Flex
          key={page.path}
          asChild
          align="center"
          minHeight="10"
          paddingInline="3"
          marginBottom="-1px"
          borderBottom="2px solid transparent"
          borderTopRadius="control"
          fontSize="md"
          color="fg.muted"
          textDecoration="none"
          _hover={{ color: "fg" }}
          _currentPage={{ color: "accent.fg", fontWeight: "medium", borderBottomColor: "accent" }}
        >
          <NavLink to={page.path} end>
            {page.title[language]}
          </NavLink>
        </Flex>
      ))}
    </Flex>
  );
}
