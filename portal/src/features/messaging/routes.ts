import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    messaging: typeof english;
  }
}

/** The messaging app (D-25). */
export const routes: RouteEntry[] = [
  {
    path: "/account/messaging-app",
    title: { "en-us": "Messaging app", "zh-cn": "即时通讯应用" },
    need: "session",
    texts: [ownTexts("messaging", import.meta.glob("./locales/*.json"))],
    load: () => import("./pages/messaging-app-page"),
  },
];
