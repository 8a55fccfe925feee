import { Hammer } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";

export const routes: RouteEntry[] = [
  {
    path: "/auth-management/workbench",
    title: { "en-us": "Workbench", "zh-cn": "工作台" },
    need: "session",
    nav: { section: "accounts", icon: Hammer },
    texts: [ownTexts("workbench", import.meta.glob("./locales/*.json")), "form", "list"],
    load: () => import("./workbench-page"),
  },
];
