import type { components } from "../api/schema";

/** An access code (P-07). The type lists all codes of the server, so a mistyped one does not compile. */
export type AccessCode = components["schemas"]["AccessCode"];
