import { KeyRound, UserCog } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    rights: typeof english;
  }
}

const texts = [ownTexts("rights", import.meta.glob("./locales/*.json")), "list", "form", "dc"] as const;

/** R-11, S-21. The roles are the second tab; to see them needs another access code. */
export const routes: RouteEntry[] = [
  {
    path: "/operation-access/access-list",
    title: { "en-us": "Access rights", "zh-cn": "权限" },
    need: { code: "operation_access.AccessManagement.AccessList.view", ofProducts: true },
    nav: { section: "groups", icon: KeyRound },
    texts,
    load: () => import("./pages/rights-page"),
  },
  {
    path: "/operation-access/role-list",
    title: { "en-us": "Roles", "zh-cn": "角色" },
    need: { code: "operation_access.AccessManagement.RoleList.view", ofProducts: true },
    nav: { section: "groups", icon: UserCog },
    texts,
    load: () => import("./pages/roles-page"),
  },
];
