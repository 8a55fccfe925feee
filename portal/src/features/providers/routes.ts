import { IdCard } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    providers: typeof english;
  }
}

/** the corporate providers that people sign in with. */
export const routes: RouteEntry[] = [
  {
    path: "/operation-access/provider-list",
    title: { "en-us": "Corporate providers", "zh-cn": "企业身份提供方" },
    need: { role: "superAdmin" },
    nav: { section: "groups", icon: IdCard },
    texts: [ownTexts("providers", import.meta.glob("./locales/*.json")), "form", "list"],
    load: () => import("./pages/providers-page"),
  },
];
