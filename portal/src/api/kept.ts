import type { PathOf } from "./call";

/**
 * What the portal keeps of the server's answers, by name: the first part of each query's key. A feature adds its names
 * beside its queries.
 */
export interface Kept {
  /** Who is signed in. */
  user: true;
}
export type KeptName = keyof Kept;

/**
 * What each writing call changes of that. A feature adds the calls that it makes; whoever makes one has to refresh all
 * that it changes, or does not compile.
 */
export interface Changes {
  "/api/security/logout": never;
  "/api/security/user/set-lang": "user";
}
export type WritePath = keyof Changes & PathOf<"post">;

/** The calls after which it is enough to ask for this again. */
export type CoveredBy<Name extends KeptName> = {
  [P in WritePath]: [Changes[P]] extends [Name] ? P : never;
}[WritePath];
