import { UNAUTHORISED, type RouteEntry, type RouteTable } from "../access/route-entry";
import { routes as home } from "../features/home/routes";
import { newsSlot } from "../kit/news-slot";

newsSlot.load = () => import("../features/announcements/pop-up");

const open: RouteEntry[] = [
  {
    path: UNAUTHORISED,
    title: { "en-us": "Unauthorised", "zh-cn": "无权访问" },
    need: "public",
    load: () => import("./pages/unauthorised-page"),
  },
  {
    path: "*",
    title: { "en-us": "Page not found", "zh-cn": "页面不存在" },
    need: "public",
    load: () => import("./pages/not-found-page"),
  },
];

/** The pages that everybody needs are in the first load; all others, with the menu, load on demand. */
export const routeTable: RouteTable = {
  first: [...home, ...open],
  more: () => import("./pages").then(({ pages }) => pages),
};
