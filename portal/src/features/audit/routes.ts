import { ScrollText } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    audit: typeof english;
  }
}

/** A page of ours: who did what (usability, "Admin"). */
export const routes: RouteEntry[] = [
  {
    path: "/auth-management/audit-log",
    title: { "en-us": "Audit log", "zh-cn": "审计日志" },
    need: { code: "account_maintain.AccountManagement.AuditLog.view" },
    nav: { section: "accounts", icon: ScrollText },
    texts: [
      ownTexts("audit", import.meta.glob("./locales/*.json")),
      "history",
      "sentences",
      "list",
      "form",
      "dc",
    ],
    load: () => import("./pages/audit-page"),
  },
];
