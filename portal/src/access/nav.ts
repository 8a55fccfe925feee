import { useMatches } from "react-router";
import type { RouteEntry } from "./route-entry";
import type { UserInfo } from "./user";

/** What the shell's own route carries, for the parts that read the table. */
export interface ShellHandle {
  table: RouteEntry[];
}

/** A page with an entry in the menu. */
export type NavEntry = RouteEntry & Required<Pick<RouteEntry, "nav">>;

/** The pages of the route table that the menu names to this person. A courtesy: the guard decides. */
export function useNav(user: UserInfo): NavEntry[] {
  const table = useMatches().flatMap(({ handle }) => (isShell(handle) ? handle.table : []));
  const open = ({ need }: RouteEntry) => typeof need === "string" || user.accessList.includes(need.code);
  return table.filter((entry): entry is NavEntry => entry.nav !== undefined && open(entry));
}

function isShell(handle: unknown): handle is ShellHandle {
  return typeof handle === "object" && handle !== null && "table" in handle;
}
