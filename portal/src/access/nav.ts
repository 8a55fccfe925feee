import { useTranslation } from "react-i18next";
import { useMatches } from "react-router";
import { languageOf } from "../i18n/i18n";
import { meets } from "./need";
import { UNAUTHORISED, type RouteEntry } from "./route-entry";
import { SECTIONS, type Section } from "./sections";
import type { UserInfo } from "./user";

/** What the route of a page tells the shell about the page. */
export interface PageHandle {
  page: Pick<RouteEntry, "title" | "need" | "nav"> & Partial<Pick<RouteEntry, "path">>;
  /** The table that contains the page. The menu shows the entries of this table. */
  table?: RouteEntry[];
}

/** A page with an entry in the menu. */
export type NavEntry = RouteEntry & Required<Pick<RouteEntry, "nav">>;

/** The handle of the current page, then of a drawer over it that has its own address. */
function useHandles(): PageHandle[] {
  return useMatches().flatMap(({ handle }) => (handle as PageHandle | undefined) ?? []);
}

/** The handle of the current page; undefined until the router has found it. */
export function usePageHandle(): PageHandle | undefined {
  return useHandles()[0];
}

/** The title of the current page in the reader's language, as heading and menu show it. */
export function usePageTitle(): string {
  return useTitle(usePageHandle());
}

/** The title of the address in the reader's language, as the tab shows it. */
export function useTabTitle(): string {
  return useTitle(useHandles().at(-1));
}

function useTitle(handle: PageHandle | undefined): string {
  const language = languageOf(useTranslation("shell").i18n);
  return handle?.page.title[language] ?? "";
}

/** The menu entries that this person may see, by section and then in the order of the table (S-15). */
export function visibleEntries(table: RouteEntry[], user: UserInfo): NavEntry[] {
  const open = table.filter((entry): entry is NavEntry => entry.nav !== undefined && meets(user, entry.need));
  const entries = open.filter(({ nav }) => !open.some(({ path }) => path === nav.under));
  const sections = Object.keys(SECTIONS) as Section[];
  return sections.flatMap((section) => entries.filter(({ nav }) => nav.section === section));
}

/** The page that the address of a section opens: its first visible entry, else the first of all (T-06, F-29). */
export function firstEntry(table: RouteEntry[], user: UserInfo, section: Section): string {
  const entries = visibleEntries(table, user);
  return (entries.find(({ nav }) => nav.section === section) ?? entries[0])?.path ?? UNAUTHORISED;
}

/** Whether the menu of the person offers the administration (F-20). */
export function administers({ accessList, roles, projectIds }: UserInfo): boolean {
  return (
    accessList.length > 0 || projectIds.length > 0 || roles.includes("admin") || roles.includes("superAdmin")
  );
}
