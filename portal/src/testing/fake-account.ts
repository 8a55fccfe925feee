import type { components } from "../api/schema";
import { mock, refusal, stepUp, success, type Mock, type Reply } from "./mocks";

type Factors = components["schemas"]["OwnFactors"];

/** The code that the app shows now. */
export const RIGHT_CODE = "123456";
const SECRET = "JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP";
const PIXELS = "M1 1h7v7h-7zM2 2v5h5v-5zM3 3h3v3h-3zM10 1h2v2h-2zM13 3h7v7h-7zM1 12h3v3h-3zM6 14h9v2h-9z";

const at = (day: number, hour = 9) => Date.UTC(2026, 10, day, hour, 30);

/** Browsers with a long name, without a name, and without an address. */
export function someFactors(given: Partial<Factors> = {}): Factors {
  return {
    authenticator: { addedAt: at(2), usedAt: at(20) },
    hasPassword: true,
    recoveryCodes: 8,
    browsers: [
      {
        id: "b-1",
        browser:
          "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36",
        ...{ address: "192.0.2.17", addedAt: at(18), endsAt: at(29) },
      },
      { id: "b-2", browser: null, address: null, addedAt: at(10), endsAt: at(30) },
    ],
    ...given,
  };
}

export const noFactors: Factors = { hasPassword: true, recoveryCodes: 0, browsers: [] };

/** Ten codes that differ from round to round. */
const codesOf = (round: number) =>
  Array.from({ length: 10 }, (_, index) => `${round}${index}QK-7MZT-4WXC-9HPB`);

/** Mocks the second factors of the signed-in person. `sent` collects what each change was sent. */
export function fakeAccount(first: Factors = someFactors()) {
  const state = {
    factors: first,
    sent: [] as [call: string, body: unknown][],
    /** Whether the session has proved its person just now. */
    isFresh: true,
    /** Why the server does not take the new password or address. */
    refused: "",
    /** Whether the account needs a second factor. */
    isRequired: false,
    /** Offers, each with its number. */
    offers: 0,
    /** The number of the first offer that is not too old. */
    oldest: 1,
    rounds: 0,
  };
  const fresh = <T>(answer: () => Reply<T>) => (state.isFresh ? answer() : stepUp());
  const makeCodes = () => {
    state.rounds += 1;
    state.factors = { ...state.factors, recoveryCodes: 10 };
    return success({ codes: codesOf(state.rounds) });
  };
  const mocks: Mock[] = [
    mock("get", "/api/security/account/factors", () => success(state.factors)),
    mock("post", "/api/security/user/change-pwd", ({ body }) =>
      fresh(() => {
        if (body.newPassword !== body.confirmPassword)
          return refusal(1, "The new password and its confirmation do not match", {
            field: "confirmPassword",
          });
        if (state.refused) return refusal(100012, state.refused, { field: "newPassword" });
        state.sent.push(["password", body]);
        return success(null);
      }),
    ),
    mock("post", "/api/security/account/email/change", ({ body }) =>
      fresh(() => {
        if (state.refused) return refusal(100012, state.refused, { field: "email" });
        state.sent.push(["email", body]);
        return success(null);
      }),
    ),
    mock("post", "/api/security/account/authenticator/offer", () =>
      fresh(() => {
        state.offers += 1;
        return success({
          secret: SECRET,
          uri: `otpauth://totp/Atrium:DanMember?secret=${SECRET.replaceAll(" ", "")}&issuer=Atrium`,
          qr: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 21 21"><path d="${PIXELS}"/></svg>`,
          offer: `offer-${state.offers}`,
        });
      }),
    ),
    mock("post", "/api/security/account/authenticator/add", ({ body }) =>
      fresh(() => {
        state.sent.push(["add", body]);
        if (Number(body.offer.split("-")[1]) < state.oldest)
          return refusal(100012, "This page was open for too long. Scan the new code and type the digits.", {
            field: "offer",
          });
        if (body.code !== RIGHT_CODE)
          return refusal(
            100012,
            "This code is wrong or was used before. Wait for the next one and type it.",
            {
              field: "code",
            },
          );
        state.factors = {
          ...state.factors,
          authenticator: { addedAt: at(24), usedAt: at(24) },
          browsers: [],
        };
        return makeCodes();
      }),
    ),
    mock("post", "/api/security/account/authenticator/remove", () =>
      fresh(() => {
        state.sent.push(["remove", null]);
        if (state.isRequired)
          return refusal(100012, "Your account needs a second factor. Add another one first.");
        state.factors = noFactors;
        return success(null);
      }),
    ),
    mock("post", "/api/security/account/recovery-codes/renew", () =>
      fresh(() => {
        state.sent.push(["renew", null]);
        return makeCodes();
      }),
    ),
    mock("post", "/api/security/account/browser/forget", ({ body }) => {
      state.sent.push(["forget", body]);
      const browsers = state.factors.browsers.filter(({ id }) => id !== body.id);
      state.factors = { ...state.factors, browsers };
      return success(null);
    }),
  ];
  return { state, mocks };
}

export const standIn = () => fakeAccount().mocks;
