import type { components } from "../api/schema";
import { mock, refusal, stepUp, success, type Mock, type Reply } from "./mocks";

type IdentityRow = components["schemas"]["IdentityRow"];

const at = (day: number, hour = 9) => Date.UTC(2026, 10, day, hour, 30);

/** An identity that was used. */
export function anIdentity(given: Partial<IdentityRow> = {}): IdentityRow {
  return {
    ...{ issuer: "https://id.demo.test", subject: "dan-7", provider: "Lion Identity", works: true },
    ...{ email: "dan@demo.test", given: false, linkedAt: at(2), usedAt: at(20) },
    ...given,
  };
}

const LION = { id: "lion", label: "Lion Identity" };

/** One to unlink, the corporate id without an address, and one of a provider that is gone. */
export const someIdentities: IdentityRow[] = [
  anIdentity(),
  anIdentity({ subject: "L0042", email: null, given: true }),
  anIdentity({ issuer: "https://old.demo.test", provider: "old-works", works: false }),
];

/** Mocks the identities of the signed-in person and of an account. `sent` collects what each change was sent. */
export function fakeIdentities(identities: IdentityRow[] = someIdentities, providers = [LION]) {
  const state = {
    list: { identities, providers },
    sent: [] as [call: string, body: unknown][],
    isFresh: true,
    isLastWay: false,
  };
  const unlink = (call: string, body: { issuer: string; subject: string }): Reply<{ ended: number }> => {
    if (!state.isFresh) return stepUp();
    if (state.isLastWay) return refusal(100012, "This is your last way to sign in.", { field: "subject" });
    state.sent.push([call, body]);
    const others = state.list.identities.filter(
      ({ issuer, subject }) => issuer !== body.issuer || subject !== body.subject,
    );
    state.list = { ...state.list, identities: others };
    return success({ ended: 1 });
  };
  const mocks: Mock[] = [
    mock("get", "/api/security/account/identities", () => success(state.list)),
    mock("post", "/api/security/account/identities/begin", ({ body }) => {
      if (!state.isFresh) return stepUp();
      state.sent.push(["begin", body]);
      return success({ address: `/federation/${body.provider}?link=sealed` });
    }),
    mock("post", "/api/security/account/identities/unlink", ({ body }) => unlink("unlink", body)),
    mock("get", "/api/security/admin/user/identity/list", () => success(state.list)),
    mock("post", "/api/security/admin/user/identity/unlink", ({ body }) => unlink("admin", body)),
  ];
  return { state, mocks };
}

export const standIn = () => fakeIdentities().mocks;
