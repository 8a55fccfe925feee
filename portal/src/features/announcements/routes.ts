import { Megaphone } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    announcements: typeof english;
  }
}

/** R-14, S-23. */
export const routes: RouteEntry[] = [
  {
    path: "/operation-access/announcement-list",
    title: { "en-us": "Announcements", "zh-cn": "公告" },
    need: { code: "operation_access.AnnouncementManagement.AnnouncementList.view" },
    nav: { section: "groups", icon: Megaphone },
    texts: [
      ownTexts("announcements", import.meta.glob("./locales/*.json")),
      "audience",
      "list",
      "form",
      "dc",
    ],
    load: () => import("./pages/announcements-page"),
  },
];
