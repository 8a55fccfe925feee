import type { components } from "../api/schema";
import type { AccessCode } from "./codes";
import type { UserInfo } from "./user";

/** A role of an account in Atrium. */
export type Role = components["schemas"]["Role"];

/** Who may enter: anyone, anyone signed in (an empty code, P-14), or people with the access code or the role. */
export type Need = "public" | "session" | { code: AccessCode } | { role: Role };

/** Whether a signed-in person may enter. The server checks each call anyway. */
export function meets({ accessList, roles }: UserInfo, need: Need): boolean {
  if (typeof need === "string") return true;
  return "code" in need ? accessList.includes(need.code) : roles.includes(need.role);
}
