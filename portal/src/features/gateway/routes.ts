import { Bot, ChartColumn, Gauge } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    gateway: typeof english;
  }
}

const texts = [ownTexts("gateway", import.meta.glob("./locales/*.json")), "list", "form", "dc"] as const;
/** The first tab of these pages. */
const VERSIONS = "/operation-access/assistant-versions";

/** The assistant, for administrators (E-15, G-75, G-78, G-79). */
export const routes: RouteEntry[] = [
  {
    path: "/operation-access/assistant-versions",
    title: { "en-us": "Assistant versions", "zh-cn": "智能助手版本" },
    need: { code: "operation_access.SystemManagement.AssistantGateway.view" },
    nav: { section: "groups", icon: Bot, title: { "en-us": "Assistant", "zh-cn": "智能助手" } },
    texts,
    load: () => import("./pages/versions-page"),
  },
  {
    path: "/operation-access/assistant-quotas",
    title: { "en-us": "Assistant quotas", "zh-cn": "智能助手额度" },
    need: { code: "operation_access.SystemManagement.AssistantGateway.view" },
    nav: { section: "groups", icon: Gauge, under: VERSIONS },
    texts,
    load: () => import("./pages/quotas-page"),
  },
  {
    path: "/operation-access/assistant-use",
    title: { "en-us": "Assistant use", "zh-cn": "智能助手用量" },
    need: { code: "operation_access.SystemManagement.AssistantUsage.view" },
    nav: { section: "groups", icon: ChartColumn, under: VERSIONS },
    texts,
    load: () => import("./pages/use-page"),
  },
];
