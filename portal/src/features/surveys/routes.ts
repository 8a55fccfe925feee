import { ClipboardList } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    surveys: typeof english;
  }
}

/** R-19, S-24, and the page on which people answer. */
export const routes: RouteEntry[] = [
  {
    path: "/feedback-center/survey-list",
    title: { "en-us": "Survey List", "zh-cn": "问卷列表" },
    need: { code: "feedback_center.FeedbackCenter.SurveyList.view" },
    nav: { section: "feedback", icon: ClipboardList },
    texts: [ownTexts("surveys", import.meta.glob("./locales/*.json")), "audience", "list", "form", "dc"],
    load: () => import("./pages/surveys-page"),
  },
  {
    path: "/surveys/:surveyId",
    title: { "en-us": "Survey", "zh-cn": "问卷" },
    need: "session",
    unlisted: true,
    texts: ["survey", "form"],
    load: () => import("./pages/survey-page"),
  },
];
