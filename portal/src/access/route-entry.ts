import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { Words } from "../i18n/language";
import type { Texts } from "../i18n/texts";
import type { Need } from "./need";
import type { Section } from "./sections";

/** Where a navigation ends that lacks its access code (T-04). */
export const UNAUTHORISED = "/401";

/**
 * One page. Router, guard, document title and menu all read this and nothing else, so they cannot disagree.
 */
export interface RouteEntry {
  path: string;
  /** Its name, in the tab of the browser and in the menu. */
  title: Words;
  need: Need;
  /** Its entry in the side menu, under its title, for whoever may enter; none when links lead to it. */
  nav?: { section: Section; icon: LucideIcon };
  /** The catalogues that it reads, loaded beside its code: its own, as `ownTexts` names it, and shared ones. */
  texts?: readonly (keyof Texts)[];
  load: () => Promise<{ default: ComponentType }>;
}

/** The pages of the portal. */
export interface RouteTable {
  /** Those that the first load knows. */
  first: RouteEntry[];
  /** All others, fetched when somebody goes to an address that the first do not have. */
  more: () => Promise<RouteEntry[]>;
}
