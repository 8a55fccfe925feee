import type { components } from "../api/schema";
import { mock, success, type Mock } from "./mocks";

type Schemas = components["schemas"];
type Check = Schemas["AccessCheck"];
type Rule = Schemas["AccessCheckRule"];
type Group = Schemas["AccessCheckGroup"];

/** A rule that is met. */
export function aRule(kind: Rule["kind"], given: Partial<Rule> = {}): Rule {
  return {
    kind,
    passed: true,
    reason: null,
    lastDay: null,
    agencyName: "",
    agencies: [],
    groups: [],
    more: false,
    whoCanChange: null,
    acts: [],
    applicationId: null,
    ...given,
  };
}

export function aCheckedGroup(given: Partial<Group> = {}): Group {
  return {
    groupId: "g-1",
    groupName: "Media team",
    on: true,
    gives: true,
    place: "stranger",
    endsOn: null,
    mayAsk: true,
    managers: ["Chloe Manager"],
    act: null,
    ...given,
  };
}

/** Dan is in no group that includes Media planner; the reader may add him to one. */
export function aCheck(given: Partial<Check> = {}): Check {
  return {
    userId: "a-1",
    username: "DanMember",
    fullName: "Dan Member",
    projectId: 7,
    projectName: "Media planner",
    opens: false,
    rules: [
      aRule("account"),
      aRule("lastDay"),
      aRule("product"),
      aRule("agency", { agencyName: "Northlight" }),
      aRule("group", {
        passed: false,
        reason: "noGroup",
        whoCanChange: { right: "groupManagers", names: [] },
        groups: [aCheckedGroup({ act: "addMember" })],
      }),
      aRule("address"),
    ],
    ...given,
  };
}

/** The check, which opens once something was done about it. */
export function fakeAccessCheck(check = aCheck()) {
  const state = { check, asked: [] as unknown[], sent: [] as unknown[] };
  const done = () => {
    state.check = {
      ...state.check,
      opens: true,
      rules: state.check.rules.map(({ kind }) => aRule(kind)),
    };
  };
  const keep =
    <Answer>(answer: Answer) =>
    ({ body }: { body: unknown }) => {
      state.sent.push(body);
      done();
      return success(answer);
    };
  const mocks: Mock[] = [
    mock("get", "/api/security/admin/user/access-check", ({ query }) => {
      state.asked.push(query);
      return success(state.check);
    }),
    mock("post", "/api/security/admin/user-group/add-user", keep({ userId: "a-1", status: 0 as const })),
    mock("post", "/api/security/admin/user-group/upd-member", keep({ groupId: "g-1", version: 5 })),
    mock("post", "/api/security/admin/user-group/approve", keep(null)),
    mock("post", "/api/security/admin/user-group/update-status", keep({ groupId: "g-1", version: 5 })),
    mock(
      "post",
      "/api/security/admin/user/update-status",
      keep({ accountStatus: 0 as const, endedSessions: 0 }),
    ),
    mock(
      "post",
      "/api/security/admin/app/update-status",
      keep({ projectId: 7, status: 0 as const, version: 5 }),
    ),
    mock("post", "/api/security/admin/application/update-status", keep({ client_id: "planner", version: 5 })),
  ];
  return { state, mocks };
}

export const standIn = () => fakeAccessCheck().mocks.slice(0, 1);
