import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";
import "./more/texts";

declare module "../../i18n/texts" {
  interface Texts {
    home: typeof english;
  }
}

export const routes: RouteEntry[] = [
  {
    path: "/",
    title: { "en-us": "Home", "zh-cn": "首页" },
    need: "session",
    texts: [ownTexts("home", import.meta.glob("./locales/*.json"))],
    load: () => import("./pages/home-page"),
  },
];
