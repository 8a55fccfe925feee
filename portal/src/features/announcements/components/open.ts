import type { AnnouncementRow } from "../queries";

/** What the menu of an announcement needs of it. */
export type Named = Pick<AnnouncementRow, "id" | "title" | "status" | "signInLine">;

/** What is open beside the list; without an announcement, one is added. */
export type Open =
  | { what: "edit"; announcement: Named | undefined }
  | { what: "status" | "delete" | "history" | "readers"; announcement: Named };
