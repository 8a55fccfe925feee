import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    account: typeof english;
  }
}

/** A person's own account. */
export const routes: RouteEntry[] = [
  {
    path: "/account",
    title: { "en-us": "My account", "zh-cn": "我的账号" },
    need: "session",
    load: () => import("./pages/account-page"),
  },
  {
    path: "/account/security",
    title: { "en-us": "Account security", "zh-cn": "账号安全" },
    need: "session",
    texts: [ownTexts("account", import.meta.glob("./locales/*.json")), "form"],
    load: () => import("./pages/security-page"),
  },
];
