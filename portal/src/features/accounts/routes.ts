import { Users } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    accounts: typeof english;
  }
}

const texts: RouteEntry["texts"] = [
  ownTexts("accounts", import.meta.glob("./locales/*.json")),
  "list",
  "form",
  "dc",
];

/** R-06, S-16. Then a new account for a group, from the people of the group (D-03). */
export const routes: RouteEntry[] = [
  {
    path: "/auth-management/account-list",
    title: { "en-us": "Accounts", "zh-cn": "账号" },
    need: { code: "account_maintain.AccountManagement.AccountList.view" },
    nav: { section: "accounts", icon: Users },
    texts,
    load: () => import("./pages/accounts-page"),
  },
  {
    path: "/my-groups/:groupId/add-account",
    title: { "en-us": "Add account", "zh-cn": "添加账号" },
    need: "session",
    over: "/my-groups/:groupId",
    texts,
    load: () => import("./pages/group-account-page"),
  },
];
