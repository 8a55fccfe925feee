import type { Open } from "./account-actions";

/** The word of the question about second factors; the id of the account follows. */
export const RESET_FACTORS = "reset-factors:";

/** What a sign-in has interrupted on the page of accounts (RFC 9470). */
export function openAgain(word: string | undefined): Open | undefined {
  if (!word?.startsWith(RESET_FACTORS)) return undefined;
  return { what: "factors-again", userId: word.slice(RESET_FACTORS.length) };
}
