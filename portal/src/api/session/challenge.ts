/** The parameter of a challenge (RFC 9110 section 11.2), not the end of another one's name. */
const INSUFFICIENT = /(^|[\s,])error="?insufficient_user_authentication\b/;

/** The challenge of an answer that wants a newer or stronger proof of the person (RFC 9470 section 3). */
export function proofWanted({ status, headers }: Response): string | undefined {
  const challenge = headers.get("www-authenticate") ?? "";
  return status === 401 && INSUFFICIENT.test(challenge) ? challenge : undefined;
}

/** Whether the answer says that the access token is no longer valid. */
export function refusesToken(response: Response): boolean {
  return response.status === 401 && !proofWanted(response);
}
