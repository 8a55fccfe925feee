/** What a session must prove before a call does its work (RFC 9470 section 3). */
export interface Proof {
  /** The classes that are enough, separated by spaces. */
  acrValues?: string;
  /** The greatest age of the proof, in seconds. */
  maxAge?: number;
}

/** `name=value` or `name="value"` of a challenge (RFC 9110 section 11.2). */
const PARAMETER = /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))/g;

/** What the answer wants proved; undefined for every other answer. */
export function proofWanted({ status, headers }: Response): Proof | undefined {
  const challenge = status === 401 ? (headers.get("www-authenticate") ?? "") : "";
  const given = new Map(
    [...challenge.matchAll(PARAMETER)].map(([, name = "", quoted, plain]) => [name, quoted ?? plain ?? ""]),
  );
  if (given.get("error") !== "insufficient_user_authentication") return undefined;
  const [acrValues, maxAge] = [given.get("acr_values"), given.get("max_age")];
  return {
    ...(acrValues && { acrValues }),
    ...(maxAge && /^\d+$/.test(maxAge) && { maxAge: Number(maxAge) }),
  };
}

/** Whether the answer says that the access token is no longer valid. */
export function refusesToken(response: Response): boolean {
  return response.status === 401 && !proofWanted(response);
}
