import type { Open } from "./account-actions";

/** The words of the questions that need a fresh session; the id of the account follows. */
export const RESET_FACTORS = "reset-factors:";
export const LOCK_ACCOUNT = "lock-account:";
export const REQUIRE_FACTOR = "require-factor:";
export const RANDOM_PASSWORD = "random-password:";
export const TEMPORARY_CODE = "temporary-code:";
export const UNLINK_IDENTITY = "unlink-identity:";
export const DELETE_ACCOUNT = "delete-account:";
export const KEEP_ACCOUNT = "keep-account:";

const PARTS = [
  [RESET_FACTORS, "factors"],
  [LOCK_ACCOUNT, "lock"],
  [REQUIRE_FACTOR, "require"],
  [RANDOM_PASSWORD, "password"],
  [TEMPORARY_CODE, "code"],
  [UNLINK_IDENTITY, "identities"],
  [DELETE_ACCOUNT, "delete"],
  [KEEP_ACCOUNT, "keep"],
] as const;

/** What a sign-in has interrupted on the page of accounts (RFC 9470). */
export function openAgain(word = ""): Open | undefined {
  const found = PARTS.find(([begin]) => word.startsWith(begin));
  return found && { what: "again", part: found[1], userId: word.slice(found[0].length) };
}
