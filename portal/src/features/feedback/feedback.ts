import type { components } from "../../api/schema";

export type FeedbackRow = components["schemas"]["FeedbackListRow"];
export type FeedbackDetails = components["schemas"]["FeedbackDetails"];
export type FeedbackWeek = components["schemas"]["FeedbackWeek"];
export type Category = components["schemas"]["FeedbackCategory"];
export type Status = components["schemas"]["FeedbackStatus"];

/** The categories in their order (K-36). */
export const CATEGORIES = [1, 2, 3, 4] as const satisfies readonly Category[];
/** What becomes of feedback, in its order (G-60). */
export const STATUSES = [0, 1, 2] as const satisfies readonly Status[];

/** How the sign in front of a status looks. */
export const LOOKS = { 0: "waiting", 1: "on", 2: "off" } as const satisfies Record<Status, string>;

/** The beginning of a text in one line, with an ellipsis where it is cut. */
export function shortened(text: string, most: number): string {
  const letters = Array.from(text.replace(/\s+/g, " "));
  return letters.length > most ? `${letters.slice(0, most).join("").trimEnd()}…` : letters.join("");
}
