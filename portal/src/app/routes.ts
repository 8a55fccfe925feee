import { UNAUTHORISED, type RouteEntry } from "../access/route-entry";
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
