import type { components } from "../api/schema";

/** An access code (P-07), as the server lists them. One that it does not know does not compile. */
export type AccessCode = components["schemas"]["AccessCode"];
