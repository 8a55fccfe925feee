import type { components } from "../api/schema";
import { mock, stepUp, success, type Mock } from "./mocks";

type Info = components["schemas"]["AccountFactorsInfo"];

const at = (day: number, hour = 9) => Date.UTC(2026, 10, day, hour, 30);

/** What an account has that uses everything. */
export const someFactorsOf: Info = {
  authenticator: { addedAt: at(2), usedAt: at(20) },
  passkeys: [
    { name: "Laptop", discoverable: true, synced: false, addedAt: at(3), usedAt: at(19) },
    { name: "安全密钥", discoverable: false, synced: false, addedAt: at(4), usedAt: null },
  ],
  recoveryCodes: 8,
  browsers: [
    {
      ...{ id: "b-1", address: "192.0.2.17", addedAt: at(18), endsAt: at(30) },
      browser: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0",
    },
  ],
  required: true,
  requiredHere: false,
  dueOn: null,
  remindedAt: null,
  temporaryCodeUntil: null,
  mayChange: true,
};

/** What an account has that must add one. */
export const noFactorsOf: Info = {
  ...{ authenticator: null, passkeys: [], recoveryCodes: 0, browsers: [] },
  ...{
    required: true,
    requiredHere: false,
    dueOn: "2026-11-29",
    remindedAt: null,
    temporaryCodeUntil: null,
    mayChange: true,
  },
};

/** Mocks the second factors of an account. `sent` collects what each change was sent. */
export function fakeAccountFactors(info: Info = someFactorsOf) {
  const state = {
    info,
    outcome: "sent" as components["schemas"]["ReminderOutcome"],
    isFresh: true,
    sent: [] as [call: string, body: unknown][],
  };
  const mocks: Mock[] = [
    mock("get", "/api/security/admin/user/factors", () => success(state.info)),
    mock("post", "/api/security/admin/user/remind-factors", ({ body }) => {
      state.sent.push(["remind", body]);
      if (state.outcome === "sent") state.info = { ...state.info, remindedAt: at(22) };
      return success({ outcome: state.outcome });
    }),
    mock("post", "/api/security/admin/user/temporary-code", ({ body }) => {
      if (!state.isFresh) return stepUp();
      state.sent.push(["code", body]);
      state.info = { ...state.info, temporaryCodeUntil: at(22, 13) };
      return success({ code: "GEZD-GNBV-GY3T-QOJQ", endsAt: at(22, 13) });
    }),
    mock("post", "/api/security/admin/user/lock", ({ body }) => {
      if (!state.isFresh) return stepUp();
      state.sent.push(["lock", body]);
      return success({ endedSessions: 2 });
    }),
  ];
  return { state, mocks };
}

export const standIn = () => fakeAccountFactors().mocks;
