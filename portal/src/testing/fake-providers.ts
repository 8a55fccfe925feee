import type { components } from "../api/schema";
import { mock, refusal, stepUp, success, type Mock, type Reply } from "./mocks";

type Provider = components["schemas"]["CorporateProvider"];
type Check = components["schemas"]["Checked"];
type Ended = components["schemas"]["ProviderEnded"];

/** A provider of the screen that is on. */
export function aProvider(given: Partial<Provider> = {}): Provider {
  const id = given.id ?? "tiger";
  const at = `https://sso.demo.test/federation/${id}`;
  return {
    ...{
      id,
      icon: null,
      certificate: null,
      version: 1,
      label: "Tiger Identity",
      issuer: "https://tiger.demo.test",
      clientId: "atrium",
      method: "secret",
    },
    ...{ scopes: ["profile", "email"], link: "verified", create: "refuse", agency: null },
    ...{ domains: ["demo.test"], mfaValues: [], lionId: false, ofFile: false, state: "on" },
    claims: { email: "email", emailVerified: "xms_edov", name: "name", username: "preferred_username" },
    ...{ groupClaim: "groups", groupAbsent: "unknown" },
    groups: [{ value: "staff", groupId: "g-1", groupName: "Brand team" }],
    ...{ identities: 12, redirectUri: `${at}/callback`, backchannelLogoutUri: `${at}/backchannel-logout` },
    postLogoutRedirectUri: "https://sso.demo.test/logout",
    ...given,
  };
}

/** One pixel. */
const ICON =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

const LONG = "The Identity Provider of a Company with an Extraordinarily Long Name in Several Countries";

/** One of the file, one that is on, one that is off, and one that cannot be used. */
export const someProviders: Provider[] = [
  aProvider({
    id: "lion",
    label: "Lion Identity",
    icon: ICON,
    issuer: "https://id.demo.test",
    ofFile: true,
    lionId: true,
  }),
  aProvider(),
  aProvider({ id: "company", label: "集团企业身份", state: "off", identities: 0 }),
  aProvider({
    id: "long",
    label: LONG,
    state: "broken",
    identities: 1,
    domains: ["a.demo.test", "b.demo.test"],
  }),
];

const CHECKS: Check[] = [
  { point: "document", outcome: "good", found: "" },
  { point: "issuer", outcome: "fault", found: "https://other.demo.test" },
  { point: "pkce", outcome: "note", found: "" },
];

/** Mocks the corporate providers. `sent` collects what each change was sent. */
export function fakeProviders(providers: Provider[] = someProviders) {
  const state = {
    providers,
    checks: CHECKS,
    sent: [] as [call: string, body: unknown][],
    isFresh: true,
    refusal: undefined as Reply<Ended> | undefined,
  };
  const change = (
    call: string,
    body: { id?: string },
    changed: (one: Provider) => Provider[],
  ): Reply<Ended> => {
    if (!state.isFresh) return stepUp();
    if (state.refusal) return state.refusal;
    state.sent.push([call, body]);
    state.providers = state.providers.flatMap((one) => (one.id === body.id ? changed(one) : [one]));
    return success({ identities: 0, sessions: 0 });
  };
  const mocks: Mock[] = [
    mock("get", "/api/security/admin/provider/list", () => success({ providers: state.providers })),
    mock("post", "/api/security/admin/provider/add", ({ body }) => {
      if (!state.isFresh) return stepUp();
      if (state.providers.some(({ id }) => id === body.id))
        return refusal(100012, "Another provider has this ID.", { field: "id" });
      state.sent.push(["add", body]);
      state.providers = [
        ...state.providers,
        aProvider({ id: body.id, label: body.label ?? "", state: "off" }),
      ];
      return success({ id: body.id });
    }),
    mock("post", "/api/security/admin/provider/update", ({ body }) =>
      change("update", body, (one) => [{ ...one, label: body.label ?? one.label }]),
    ),
    mock("post", "/api/security/admin/provider/update-status", ({ body }) =>
      change("status", body, (one) => [{ ...one, state: body.enabled ? "on" : "off" }]),
    ),
    mock("post", "/api/security/admin/provider/delete", ({ body }) => change("delete", body, () => [])),
    mock("post", "/api/security/admin/provider/test", () =>
      state.isFresh ? success({ checks: state.checks }) : stepUp(),
    ),
  ];
  return { state, mocks };
}

export const standIn = () => fakeProviders().mocks;
