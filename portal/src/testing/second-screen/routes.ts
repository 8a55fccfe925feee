import { IdCard } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { TITLE } from "./sample";

export const routes: RouteEntry[] = [
  {
    path: "/badges",
    titleKey: TITLE,
    need: { code: "Badge.List.view" },
    nav: { icon: IdCard },
    texts: ["badges", "form"],
    load: () => import("./badges-page"),
  },
];
