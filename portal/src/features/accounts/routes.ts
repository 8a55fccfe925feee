import { Users } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    accounts: typeof english;
  }
}

/** R-06, S-16. */
export const routes: RouteEntry[] = [
  {
    path: "/auth-management/account-list",
    title: { "en-us": "Accounts", "zh-cn": "账号" },
    need: { code: "account_maintain.AccountManagement.AccountList.view" },
    nav: { section: "accounts", icon: Users },
    texts: [ownTexts("accounts", import.meta.glob("./locales/*.json")), "list", "form", "dc"],
    load: () => import("./pages/accounts-page"),
  },
];
