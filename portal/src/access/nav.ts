import { useTranslation } from "react-i18next";
import { useMatches } from "react-router";
import { languageOf } from "../i18n/i18n";
import { meets } from "./need";
import { UNAUTHORISED, type RouteEntry } from "./route-entry";
import { SECTIONS, type Section } from "./sections";
import type { UserInfo } from "./user";

/** What the route of a page says of it to the shell. */
export interface PageHandle {
  page: Pick<RouteEntry, "title" | "need" | "nav">;
  /** The table that it stands in: what its menu is made of. */
  table?: RouteEntry[];
}

/** A page with an entry in the menu. */
export type NavEntry = RouteEntry & Required<Pick<RouteEntry, "nav">>;

/** The handle of the page in sight; none before the router has found it. */
export function usePageHandle(): PageHandle | undefined {
  return useMatches()
    .map(({ handle }) => handle as PageHandle | undefined)
    .at(-1);
}

/** The name of the page in sight, in the reader's language: its heading, its tab and its entry in the menu say the same. */
export function usePageTitle(): string {
  const language = languageOf(useTranslation("shell").i18n);
  return usePageHandle()?.page.title[language] ?? "";
}

/** The entries of the menu for this person, in the order of the sections, and in them of the table (S-15). */
export function visibleEntries(table: RouteEntry[], user: UserInfo): NavEntry[] {
  const open = table.filter((entry): entry is NavEntry => entry.nav !== undefined && meets(user, entry.need));
  const sections = Object.keys(SECTIONS) as Section[];
  return sections.flatMap((section) => open.filter(({ nav }) => nav.section === section));
}

/** Where the address of a section leads: to its first entry that is visible, else to the first of all (T-06, F-29). */
export function firstEntry(table: RouteEntry[], user: UserInfo, section: Section): string {
  const entries = visibleEntries(table, user);
  return (entries.find(({ nav }) => nav.section === section) ?? entries[0])?.path ?? UNAUTHORISED;
}

/** Whether the menu has anything for this person but what everybody sees (F-20). */
export function administers({ accessList, roles }: UserInfo): boolean {
  return accessList.length > 0 || roles.includes("admin") || roles.includes("superAdmin");
}
