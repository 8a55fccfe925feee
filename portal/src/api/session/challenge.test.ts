import { describe, expect, it } from "vitest";
import { proofWanted, refusesToken } from "./challenge";
import { proofOf } from "./proof";

const answer = (status: number, challenge?: string) =>
  new Response("", { status, headers: challenge ? { "www-authenticate": challenge } : {} });
const INSUFFICIENT = 'error="insufficient_user_authentication"';

/** RFC 9470 section 3: the challenge names the classes and the greatest age that are wanted. */
describe("an answer that wants a proof of the person", () => {
  it.each([
    ["both", `DPoP ${INSUFFICIENT}, acr_values="a b", max_age="300"`, { acr_values: "a b", max_age: "300" }],
    ["only the age, as a token", `Bearer ${INSUFFICIENT},max_age=0`, { max_age: "0" }],
    [
      "only the class",
      `DPoP ${INSUFFICIENT}, acr_values="urn:atrium:acr:mfa"`,
      { acr_values: "urn:atrium:acr:mfa" },
    ],
    ["nothing in particular", `DPoP realm="a, b", ${INSUFFICIENT}`, {}],
    ["an age that is none", `DPoP ${INSUFFICIENT}, max_age="soon"`, {}],
  ])("wants %s", (_what, challenge, proof) => {
    expect(proofOf(proofWanted(answer(401, challenge)) ?? "")).toEqual(proof);
    expect(proofWanted(answer(401, challenge))).toBe(challenge);
    expect(refusesToken(answer(401, challenge))).toBe(false);
  });

  it.each([
    ["a refused token", answer(401, 'DPoP error="invalid_token"'), true],
    ["a nonce (RFC 9449 section 9)", answer(401, 'DPoP error="use_dpop_nonce"'), true],
    ["no challenge", answer(401), true],
    [
      "other words in another parameter",
      answer(401, 'DPoP error="invalid_token", error_description="insufficient_user_authentication"'),
      true,
    ],
    ["another status", answer(200, `DPoP ${INSUFFICIENT}`), false],
  ])("is not %s", (_what, response, refuses) => {
    expect(proofWanted(response)).toBeUndefined();
    expect(refusesToken(response)).toBe(refuses);
  });
});
