import type { components } from "../api/schema";
import { fakeAbsence } from "./fake-absence";
import { mockList } from "./mock-list";
import { bare, file, mock, refusal, stepUp, success, type Mock, type Reply } from "./mocks";

type Schemas = components["schemas"];

const at = (day: number, hour = 9) => Date.UTC(2026, 10, day, hour, 30);
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";

const aSession = (given: Partial<Schemas["AccountSession"]>): Schemas["AccountSession"] => ({
  ...{ sessionId: "s-1", current: true, address: "192.0.2.17", browser: CHROME, amr: ["pwd"] },
  ...{ authTime: at(22, 8), createdAt: at(22, 8), lastSeenAt: at(22), applications: [] },
  ...given,
});

/** This session, one with a long address, and one of a program that is nameless. */
export const someSessions = (): Schemas["AccountSession"][] => [
  aSession({ location: "Shanghai, China", applications: [{ client_id: "portal", name: "Atrium" }] }),
  aSession({
    ...{ sessionId: "s-2", current: false, browser: SAFARI, createdAt: at(21), lastSeenAt: at(21, 11) },
    address: "2001:db8:85a3:8d3:1319:8a2e:370:7348",
    applications: [
      { client_id: "demo-app", name: "演示应用" },
      { client_id: "gone", name: null },
    ],
  }),
  aSession({ sessionId: "s-3", current: false, browser: null, address: null, createdAt: at(20) }),
];

export const someApplications = (): Schemas["OwnApplication"][] => [
  {
    ...{ client_id: "demo-app", name: "Demo App", since: at(2), usedAt: at(22), offline: true },
    scope: ["email", "offline_access", "openid", "reports.read"],
  },
  { client_id: "gone", name: null, since: at(3), usedAt: null, offline: false, scope: [] },
];

const anEntry = (id: number, given: Partial<Schemas["OwnEntry"]>): Schemas["OwnEntry"] => ({
  ...{ id: `e-${id}`, at: at(22, 20) - id * 3_600_000, kind: "sign_in.succeeded", byAnother: false },
  ...{ address: "192.0.2.17", browser: CHROME, detail: { amr: ["pwd"] } },
  ...given,
});

/** An entry of each kind that has its own words, then `more` sign-ins. */
export const someHistory = (more = 12): Schemas["OwnEntry"][] => [
  anEntry(1, { location: "Shanghai, China", detail: { amr: ["hwk", "user", "mfa"] } }),
  anEntry(2, { kind: "sign_in.refused", browser: null, detail: { reason: "wrong_password" } }),
  anEntry(3, {
    kind: "factor.changed",
    byAnother: true,
    address: null,
    browser: null,
    detail: { change: "reset" },
  }),
  anEntry(4, { kind: "passkey.added", browser: SAFARI, detail: { passkey: "Phone" } }),
  ...Array.from({ length: more }, (_, index) =>
    anEntry(index + 5, { detail: { amr: ["pwd", "otp", "mfa"] } }),
  ),
];

/** What the person set, with a long address, and what administrators keep. */
export const someProfile = (given: Partial<Schemas["OwnProfile"]> = {}): Schemas["OwnProfile"] => ({
  version: 3,
  nickname: "Danny",
  profile: "",
  picture: "https://pictures.northlight-media.example/people/client-service/dan-member-2026.png",
  website: "https://dan.example",
  zoneinfo: "Europe/Paris",
  phoneNumber: "+8613812345678",
  phoneNumberVerified: true,
  lastDay: "2027-03-31",
  ...given,
});

/** Mocks the sessions, applications, profile, data and history of the signed-in person. `sent` collects what each change was sent. */
export function fakeOwnAccount() {
  const state = {
    sessions: someSessions(),
    applications: someApplications(),
    history: someHistory(),
    sent: [] as [call: string, body: unknown][],
    /** From then on the session is over. */
    isLocked: false,
    /** Whether the owner gets the email that takes a deletion back. */
    emailed: true,
    /** Calls after that. */
    late: 0,
    profile: someProfile(),
    notifications: {
      membershipEnding: "each",
      requestAsked: "each",
      requestOverdue: "each",
    } as Schemas["OwnNotifications"],
    /** Whether the session has proved its person just now. */
    isFresh: true,
    /** How long the history is kept; null for ever. */
    historyDays: 400 as number | null,
  };
  const alive = <T>(answer: () => Reply<T>): Reply<T> => {
    if (!state.isLocked) return answer();
    state.late += 1;
    return bare(401);
  };
  const mocks: Mock[] = [
    mock("get", "/api/security/account/sessions", () =>
      alive(() => success({ sessions: state.sessions, more: false, offline: [], mayEnd: true })),
    ),
    mock("post", "/api/security/account/session/end", ({ body }) => {
      state.sent.push(["end", body]);
      state.sessions = state.sessions.filter(({ sessionId }) => sessionId !== body.sessionId);
      return success({ endedSessions: 1 });
    }),
    mock("post", "/api/security/account/session/end-others", () => {
      state.sent.push(["end-others", null]);
      const endedSessions = state.sessions.length - 1;
      state.sessions = state.sessions.filter(({ current }) => current);
      return success({ endedSessions });
    }),
    mock("post", "/api/security/account/lock", () => {
      state.sent.push(["lock", null]);
      state.isLocked = true;
      return success({ endedSessions: state.sessions.length });
    }),
    mock("post", "/api/security/account/delete", ({ body }) => {
      state.sent.push(["delete", body]);
      state.isLocked = true;
      return success({ eraseAt: Date.UTC(2026, 11, 6, 9), emailed: state.emailed });
    }),
    mock("get", "/api/security/account/applications", () =>
      alive(() => success({ applications: state.applications })),
    ),
    mock("post", "/api/security/account/application/withdraw", ({ body }) => {
      state.sent.push(["withdraw", body]);
      state.applications = state.applications.filter(({ client_id }) => client_id !== body.client_id);
      return success(null);
    }),
    mock("get", "/api/security/account/profile", () => alive(() => success(state.profile))),
    mock("post", "/api/security/account/profile/save", ({ body }) => {
      const { version, ...claims } = body;
      if (version !== undefined && version !== state.profile.version)
        return refusal(999999, "Somebody has changed it meanwhile.", { conflict: { by: "Ada", at: at(22) } });
      if (claims.picture?.startsWith("http:"))
        return refusal(100012, "Only https addresses are allowed.", { field: "picture" });
      state.sent.push(["profile", body]);
      const { profile } = state;
      state.profile = {
        ...profile,
        version: profile.version + 1,
        nickname: claims.nickname ?? profile.nickname,
        picture: claims.picture ?? profile.picture,
        website: claims.website ?? profile.website,
        profile: claims.profile ?? profile.profile,
        zoneinfo: claims.zoneinfo ?? profile.zoneinfo,
      };
      return success(state.profile);
    }),
    mock("post", "/api/security/account/picture", () => {
      state.profile = { ...state.profile, picture: `/files/p/${"0a".repeat(32)}.png` };
      return success(state.profile);
    }),
    ...fakeAbsence().mocks,
    mock("get", "/api/security/account/notifications", () => success(state.notifications)),
    mock("post", "/api/security/account/notifications/save", ({ body }) => {
      state.sent.push(["notifications", body]);
      const { membershipEnding, requestAsked, requestOverdue } = state.notifications;
      state.notifications = {
        membershipEnding: body.membershipEnding ?? membershipEnding,
        requestAsked: body.requestAsked ?? requestAsked,
        requestOverdue: body.requestOverdue ?? requestOverdue,
      };
      return success(state.notifications);
    }),
    mock("get", "/api/security/account/data/kept", () =>
      success({ history: state.historyDays, sessions: 2, openings: 400, chats: 90, assistantUse: 400 }),
    ),
    mock("get", "/api/security/account/data", () => {
      if (!state.isFresh) return stepUp();
      state.sent.push(["data", null]);
      return file("application/octet-stream", JSON.stringify({ product: "Atrium", account: [] }));
    }),
    mockList("/api/security/account/history", {
      rows: () => state.history,
      filters: {},
      sorts: { time: (entry) => entry.at },
    }),
  ];
  return { state, mocks };
}

export const standIn = () => fakeOwnAccount().mocks;
