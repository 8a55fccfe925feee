import { matchPath } from "react-router";
import type { RouteEntry } from "../access/route-entry";
import { UNAUTHORISED } from "../access/guard";
import { routes as home } from "../features/home/routes";

const open: RouteEntry[] = [
  {
    path: UNAUTHORISED,
    titleKey: "title.unauthorised",
    need: "public",
    load: () => import("./pages/unauthorised-page"),
  },
  { path: "*", titleKey: "title.notFound", need: "public", load: () => import("./pages/not-found-page") },
];

/** Every page of the portal, in the order they are matched. A new feature adds its table here and nowhere else. */
export const routeTable: RouteEntry[] = [...home, ...open];

/** Whether a path shows something to anyone, signed in or not. */
export function isOpenPage(path: string, table: RouteEntry[] = routeTable): boolean {
  return table.find((entry) => matchPath(entry.path, path))?.need === "public";
}
