import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    demo: typeof english;
  }
}

export const routes: RouteEntry[] = [
  {
    path: "/demo",
    title: { "en-us": "demo page", "zh-cn": "演示页面" },
    need: "session",
    texts: [ownTexts("demo", import.meta.glob("./locales/*.json"))],
    load: () => import("./pages/demo-page"),
  },
];
