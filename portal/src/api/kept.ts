import type { PathOf } from "./call";

/**
 * The names of cached answers; a name is the first part of a query's key. Each feature adds its names next to its
 * queries.
 */
export interface Kept {
  /** The signed-in person. */
  user: true;
}
export type KeptName = keyof Kept;

/**
 * Which cached answers each writing call changes. Each feature adds its calls. Code that makes a call but does not
 * refresh all these answers does not compile.
 */
export interface Changes {
  "/api/security/logout": never;
  "/api/security/user/set-lang": "user";
}
export type WritePath = keyof Changes & PathOf<"post">;

/** The calls that change nothing but these answers. */
export type CoveredBy<Name extends KeptName> = {
  [P in WritePath]: [Changes[P]] extends [Name] ? P : never;
}[WritePath];
