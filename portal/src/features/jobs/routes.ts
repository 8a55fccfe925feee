import { ListChecks, Mails } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    jobs: typeof english;
  }
}

/** What the server does in the background, and the emails that it sends. */
export const routes: RouteEntry[] = [
  {
    path: "/operation-access/job-list",
    title: { "en-us": "Jobs and mail", "zh-cn": "后台任务与邮件" },
    need: { code: "operation_access.SystemManagement.JobList.view" },
    nav: { section: "groups", icon: ListChecks },
    texts: [ownTexts("jobs", import.meta.glob("./locales/*.json")), "list", "form", "dc"],
    load: () => import("./pages/jobs-page"),
  },
  {
    path: "/operation-access/mail-list",
    title: { "en-us": "Emails", "zh-cn": "邮件一览" },
    need: { code: "operation_access.SystemManagement.JobList.view" },
    nav: { section: "groups", icon: Mails },
    texts: [ownTexts("jobs", import.meta.glob("./locales/*.json")), "list"],
    load: () => import("./pages/mails-page"),
  },
];
