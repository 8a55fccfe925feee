import { IdCard } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";

export const routes: RouteEntry[] = [
  {
    path: "/auth-management/badges",
    title: { "en-us": "Badges", "zh-cn": "门禁卡" },
    need: { code: "account_maintain.AccountManagement.AccountList.view" },
    nav: { section: "accounts", icon: IdCard },
    texts: [ownTexts("badges", import.meta.glob("./locales/*.json")), "form", "list"],
    load: () => import("./badges-page"),
  },
];
