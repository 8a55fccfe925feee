import type { components } from "../../api/schema";

/** The lists of the home page, in this order (K-29, F-45). */
export const TYPE_IDS = [1, 3, 2] as const;
export type TypeId = (typeof TYPE_IDS)[number];

export type Home = components["schemas"]["Home"];
export type Product = components["schemas"]["Product"];
