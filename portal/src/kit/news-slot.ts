import type { ComponentType } from "react";
import type { components } from "../api/schema";

export interface DueProps {
  announcement: components["schemas"]["ReadAnnouncement"];
  /** It was closed. */
  onClose: () => void;
}

/** What stands in the address while the history of announcements is open. */
export const NEWS = "announcements";

/**
 * What home shows of an announcement that is due. Home and announcements are two features, which do not import each other:
 * the table of pages puts it in.
 */
export const newsSlot: { load?: () => Promise<{ default: ComponentType<DueProps> }> } = {};
