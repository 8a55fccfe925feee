import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    links: typeof english;
  }
}

export const routes: RouteEntry[] = [
  {
    path: "/applink",
    title: { "en-us": "App Links", "zh-cn": "应用链接" },
    need: "session",
    texts: [ownTexts("links", import.meta.glob("./locales/*.json"))],
    load: () => import("./pages/app-links-page"),
  },
];
