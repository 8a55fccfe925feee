import { Waypoints } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    iris: typeof english;
  }
}

/** R-08, S-18. */
export const routes: RouteEntry[] = [
  {
    path: "/auth-management/IRIS-list",
    title: { "en-us": "IRIS mappings", "zh-cn": "IRIS 映射" },
    need: { code: "account_maintain.AccountManagement.IRISMappingList.view" },
    nav: { section: "accounts", icon: Waypoints },
    texts: [ownTexts("iris", import.meta.glob("./locales/*.json")), "list", "form", "dc"],
    load: () => import("./pages/iris-page"),
  },
];
