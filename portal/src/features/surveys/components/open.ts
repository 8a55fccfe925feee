import type { SurveyRow } from "../queries";

/** What the menu of a survey needs of it. */
export type Named = Pick<SurveyRow, "id" | "surveyName" | "status">;

/** What is open beside the list; without a survey, one is added. */
export type Open =
  | { what: "edit"; survey: Named | undefined }
  | { what: "status" | "delete" | "history" | "results"; survey: Named };
