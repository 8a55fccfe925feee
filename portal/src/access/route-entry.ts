import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { Words } from "../i18n/language";
import type { Texts } from "../i18n/texts";
import type { Need } from "./need";
import type { Section } from "./sections";

/** The address of the page that says "you may not enter" (T-04). */
export const UNAUTHORISED = "/401";

/**
 * One page. Router, guard, document title and menu all read it from here, so they always agree.
 */
export interface RouteEntry {
  path: string;
  /** Shown in the browser tab and in the menu. */
  title: Words;
  need: Need;
  /**
   * The path of the page behind it, if this is a drawer with an address of its own. That page draws it with `<Outlet />`
   * and keeps its heading; the tab has the title of the drawer.
   */
  over?: string;
  /** Only links lead here, such as one in an email: the palette does not offer it. */
  unlisted?: true;
  /** Its entry in the side menu, for people who may enter. Without it, only links lead to the page. */
  nav?: {
    section: Section;
    icon: LucideIcon;
    /** The name of the entry, if the page is the first of several tabs. */
    title?: Words;
    /** The path of the first tab, whose entry leads here too. For people who may not enter that one, this is an entry. */
    under?: string;
  };
  /** The text catalogues that are loaded with its code: its own (from `ownTexts`) and shared ones. */
  texts?: readonly (keyof Texts)[];
  load: () => Promise<{ default: ComponentType }>;
}

export interface RouteTable {
  /** The pages of the first load. */
  first: RouteEntry[];
  /** All other pages, loaded when somebody opens an address that is not in `first`. */
  more: () => Promise<RouteEntry[]>;
}
