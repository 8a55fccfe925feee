import { MessageSquareText } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";

/** R-20, S-25. */
export const routes: RouteEntry[] = [
  {
    path: "/feedback-center/feedback-list",
    title: { "en-us": "Feedback List", "zh-cn": "反馈列表" },
    need: { code: "feedback_center.FeedbackCenter.FeedbackList.view" },
    nav: { section: "feedback", icon: MessageSquareText },
    texts: ["feedback", "list", "form", "charts"],
    load: () => import("./pages/feedback-page"),
  },
];
