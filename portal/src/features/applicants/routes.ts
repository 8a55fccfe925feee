import { UserCheck } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    applicants: typeof english;
  }
}

const texts: NonNullable<RouteEntry["texts"]> = [
  ownTexts("applicants", import.meta.glob("./locales/*.json")),
  "asking",
  "list",
  "form",
  "dc",
];

/** G-62: people who applied for an account, for administrators; those who want a group, for its managers. */
export const routes: RouteEntry[] = [
  {
    path: "/auth-management/account-applications",
    title: { "en-us": "Account applications", "zh-cn": "账号申请" },
    need: { code: "account_maintain.AccountManagement.ApplicationForAccount.view" },
    nav: { section: "accounts", icon: UserCheck },
    texts,
    load: () => import("./pages/applicants-page"),
  },
  {
    path: "/my-groups/:groupId/account-applications",
    title: { "en-us": "Account applications for the group", "zh-cn": "申请加入用户组的账号" },
    need: "session",
    texts: [...texts, "asking"],
    load: () => import("./pages/group-applicants-page"),
  },
];
