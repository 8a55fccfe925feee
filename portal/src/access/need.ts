import type { components } from "../api/schema";
import type { AccessCode } from "./codes";
import type { UserInfo } from "./user";

/** What an account is in Atrium, beside the access codes that it holds. */
export type Role = components["schemas"]["Role"];

/** Who may enter: anyone, anyone signed in (an empty code, P-14), who holds the access code, or who has the role. */
export type Need = "public" | "session" | { code: AccessCode } | { role: Role };

/** Whether somebody who is signed in has what is needed. A courtesy: the server guards each call. */
export function meets({ accessList, roles }: UserInfo, need: Need): boolean {
  if (typeof need === "string") return true;
  return "code" in need ? accessList.includes(need.code) : roles.includes(need.role);
}
