import { LayoutDashboard } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    tiles: typeof english;
  }
}

/** The tiles of home, which administrators set (G-23). */
export const routes: RouteEntry[] = [
  {
    path: "/operation-access/home-tiles",
    title: { "en-us": "Home tiles", "zh-cn": "首页磁贴" },
    need: { code: "operation_access.SystemManagement.HomeTiles.edit" },
    nav: { section: "groups", icon: LayoutDashboard },
    texts: [ownTexts("tiles", import.meta.glob("./locales/*.json")), "list", "form"],
    load: () => import("./pages/home-tiles-page"),
  },
];
