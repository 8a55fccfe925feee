import type { components } from "../api/schema";
import type { AccessCode } from "./codes";
import type { UserInfo } from "./user";

/** A role of an account in Atrium. */
export type Role = components["schemas"]["Role"];

/**
 * Who may enter: anyone, anyone signed in (an empty code, P-14), or people with the access code or the role. With
 * `ofProducts` the administrators of a product may enter too; the server shows them its things.
 */
export type Need = "public" | "session" | { code: AccessCode; ofProducts?: true } | { role: Role };

/** Whether a signed-in person may enter. The server checks each call anyway. */
export function meets({ accessList, roles, projectIds }: UserInfo, need: Need): boolean {
  if (typeof need === "string") return true;
  if ("role" in need) return roles.includes(need.role);
  return accessList.includes(need.code) || (need.ofProducts === true && projectIds.length > 0);
}
