import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    requests: typeof english;
  }
}

const texts: RouteEntry["texts"] = [
  ownTexts("requests", import.meta.glob("./locales/*.json")),
  "asking",
  "list",
  "form",
  "dc",
];

/** Asking for groups and products: the groups that a person sees, own requests, one product that is closed. */
export const routes: RouteEntry[] = [
  {
    path: "/my-groups",
    title: { "en-us": "Groups", "zh-cn": "用户组" },
    need: "session",
    texts,
    load: () => import("./pages/my-groups-page"),
  },
  {
    path: "/my-requests",
    title: { "en-us": "My requests", "zh-cn": "我的申请" },
    need: "session",
    texts,
    load: () => import("./pages/my-requests-page"),
  },
  {
    path: "/ask/:productId",
    title: { "en-us": "Ask for access", "zh-cn": "申请访问" },
    need: "session",
    texts,
    load: () => import("./pages/ask-page"),
  },
];
