import type { AccessCode } from "./codes";
import type { UserInfo } from "./user";

/** What an account is, beside the access codes that it holds. */
const ROLES = {
  superAdmin: ({ supAdmin }: UserInfo) => supAdmin === 1,
  userManager: ({ userManager }: UserInfo) => userManager,
};
export type Role = keyof typeof ROLES;

/** Who may enter: anyone, anyone signed in (an empty code, P-14), who holds the access code, or who has the role. */
export type Need = "public" | "session" | { code: AccessCode } | { role: Role };

/** Whether somebody who is signed in has what is needed. A courtesy: the server guards each call. */
export function meets(user: UserInfo, need: Need): boolean {
  if (typeof need === "string") return true;
  return "code" in need ? user.accessList.includes(need.code) : ROLES[need.role](user);
}
