import { ChartColumn } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    insight: typeof english;
  }
}

const words = ownTexts("insight", import.meta.glob("./locales/*.json"));

/** The figures of the installation, and of one's own products and groups. */
export const routes: RouteEntry[] = [
  {
    path: "/operation-access/overview",
    title: { "en-us": "Overview", "zh-cn": "概览" },
    need: { code: "operation_access.SystemManagement.Overview.view", ofProducts: true },
    nav: { section: "groups", icon: ChartColumn },
    texts: [words, "charts"],
    load: () => import("./pages/overview-page"),
  },
  {
    path: "/my-overview",
    title: { "en-us": "Figures of my groups", "zh-cn": "我的用户组统计" },
    need: { role: "groupManager" },
    texts: [words, "charts", "asking"],
    load: () => import("./pages/own-overview-page"),
  },
];
