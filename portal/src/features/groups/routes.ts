import { Network } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    groups: typeof english;
  }
}

/** R-13, S-22. */
export const routes: RouteEntry[] = [
  {
    path: "/operation-access/group-list",
    title: { "en-us": "User groups", "zh-cn": "用户组" },
    need: { code: "operation_access.UserGroupManagement.GroupList.view" },
    nav: { section: "groups", icon: Network },
    texts: [ownTexts("groups", import.meta.glob("./locales/*.json")), "list", "form", "dc"],
    load: () => import("./pages/groups-page"),
  },
];
