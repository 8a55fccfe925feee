import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    assistant: typeof english;
  }
}

/** R-04, S-14. */
export const routes: RouteEntry[] = [
  {
    path: "/ChatGPT",
    title: { "en-us": "AI chat", "zh-cn": "AI 对话" },
    need: "session",
    // The palette cannot know who may use it; home leads those who may.
    unlisted: true,
    texts: [ownTexts("assistant", import.meta.glob("./locales/*.json"))],
    load: () => import("./pages/chat-page"),
  },
];
