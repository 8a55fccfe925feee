import type { RouteEntry } from "../../access/route-entry";

export const routes: RouteEntry[] = [
  {
    path: "/",
    titleKey: "title.home",
    need: "session",
    texts: ["home"],
    load: () => import("./pages/home-page"),
  },
];
