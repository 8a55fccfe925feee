import { AppWindow } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    applications: typeof english;
  }
}

/** The applications that sign people in here. */
export const routes: RouteEntry[] = [
  {
    path: "/operation-access/application-list",
    title: { "en-us": "Connected applications", "zh-cn": "接入应用" },
    need: { code: "operation_access.ApplicationManagement.ApplicationList.view" },
    nav: { section: "groups", icon: AppWindow },
    // The fields have the names that their history shows.
    texts: [ownTexts("applications", import.meta.glob("./locales/*.json")), "history", "list", "form", "dc"],
    load: () => import("./pages/applications-page"),
  },
];
