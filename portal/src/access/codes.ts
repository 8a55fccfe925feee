/** An access code as the server spells it: `Area.Page.action` (P-07). */
export type AccessCode = `${string}.${string}.${string}`;
