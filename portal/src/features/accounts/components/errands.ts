import type { Open } from "./account-actions";

/** The words of the questions that need a fresh session; the id of the account follows. */
export const RESET_FACTORS = "reset-factors:";
export const LOCK_ACCOUNT = "lock-account:";
export const REQUIRE_FACTOR = "require-factor:";
export const RANDOM_PASSWORD = "random-password:";
export const TEMPORARY_CODE = "temporary-code:";
export const UNLINK_IDENTITY = "unlink-identity:";

/** What a sign-in has interrupted on the page of accounts (RFC 9470). */
export function openAgain(word = ""): Open | undefined {
  if (word.startsWith(RESET_FACTORS))
    return { what: "factors-again", userId: word.slice(RESET_FACTORS.length) };
  if (word.startsWith(LOCK_ACCOUNT)) return { what: "lock-again", userId: word.slice(LOCK_ACCOUNT.length) };
  if (word.startsWith(REQUIRE_FACTOR))
    return { what: "require-again", userId: word.slice(REQUIRE_FACTOR.length) };
  if (word.startsWith(RANDOM_PASSWORD))
    return { what: "password-again", userId: word.slice(RANDOM_PASSWORD.length) };
  if (word.startsWith(TEMPORARY_CODE))
    return { what: "code-again", userId: word.slice(TEMPORARY_CODE.length) };
  if (word.startsWith(UNLINK_IDENTITY))
    return { what: "identities-again", userId: word.slice(UNLINK_IDENTITY.length) };
  return undefined;
}
