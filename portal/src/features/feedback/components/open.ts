import type { FeedbackRow } from "../feedback";

/** What the drawers of feedback need of its row. */
export type Named = Pick<FeedbackRow, "id" | "feedback" | "fullName" | "username">;

/** What is open beside the list. */
export interface Open {
  what: "details" | "history";
  feedback: Named;
}
