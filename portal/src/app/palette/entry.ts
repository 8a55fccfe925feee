import type { LucideIcon } from "lucide-react";
import type { components } from "../../api/schema";

type Product = components["schemas"]["Product"];

/** The parts of the palette, in their order. */
export const SECTIONS = ["applications", "pages", "groups", "people", "actions"] as const;
export type SectionName = (typeof SECTIONS)[number];

/** What choosing an entry does. */
export type Choice =
  /** A page of the portal; with Ctrl in a new tab. */
  | { page: string }
  /** An address that always has a tab of its own. */
  | { tab: string }
  | { run: () => void; stays?: boolean };

/** One line of the palette. */
export interface PaletteEntry {
  /** Unique in the palette. */
  id: string;
  name: string;
  /** Grey beside the name. */
  hint?: string | undefined;
  icon: LucideIcon | Product;
  /** Undefined for what only informs. */
  choice?: Choice | undefined;
}

export interface PaletteSection {
  name: SectionName;
  entries: PaletteEntry[];
}

/** The most entries of one section, as the server answers. */
export const MOST = 8;
/** The most of one section while nothing is typed. */
export const MOST_AT_FIRST = 5;
