/** What a session must prove, as parameters of an authorization request (RFC 9470 section 4). */
export interface Proof {
  /** The classes that are enough, separated by spaces. */
  acr_values?: string;
  /** The greatest age of the proof, in seconds. */
  max_age?: string;
}

/** `name=value` or `name="value"` of a challenge (RFC 9110 section 11.2). */
const PARAMETER = /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))/g;

/** What a challenge wants proved. */
export function proofOf(challenge: string): Proof {
  const given = new Map(
    [...challenge.matchAll(PARAMETER)].map(([, name = "", quoted, plain]) => [name, quoted ?? plain ?? ""]),
  );
  const [classes, age] = [given.get("acr_values"), given.get("max_age")];
  return { ...(classes && { acr_values: classes }), ...(age && /^\d+$/.test(age) && { max_age: age }) };
}
