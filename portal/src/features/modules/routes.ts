import { Boxes } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    modules: typeof english;
  }
}

/** R-12, S-20. The letters of the address are the contract's (F-27). */
export const routes: RouteEntry[] = [
  {
    path: "/operation-access/Module-list",
    title: { "en-us": "Modules", "zh-cn": "模块" },
    need: { code: "operation_access.ProductManagement.ModuleList.view", ofProducts: true },
    nav: { section: "groups", icon: Boxes },
    texts: [ownTexts("modules", import.meta.glob("./locales/*.json")), "list", "form", "dc"],
    load: () => import("./pages/modules-page"),
  },
];
