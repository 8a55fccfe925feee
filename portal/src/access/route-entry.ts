import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { TitleKey } from "../i18n/keys";
import type { AccessCode } from "./codes";

/** Where a navigation ends that lacks its access code (T-04). */
export const UNAUTHORISED = "/401";

/** Who may enter: anyone, anyone signed in, or who holds the access code. */
export type Need = "public" | "session" | { code: AccessCode };

/**
 * One page. Router, guard, document title and menu all read this and nothing else, so they cannot disagree.
 */
export interface RouteEntry {
  path: string;
  titleKey: TitleKey;
  need: Need;
  /** Its entry in the menu, under its title, for whoever may enter; none when links lead to it. */
  nav?: { icon: LucideIcon };
  /** Namespaces of its texts, loaded beside its code. */
  texts?: string[];
  load: () => Promise<{ default: ComponentType }>;
}
