import type { components } from "../api/schema";
import { endsWithin } from "./last-day";
import { hasPart, mockList } from "./mock-list";
import { someModules } from "./fake-roles";
import { mock, refusal, success, type Mock, type Reply } from "./mocks";

type Group = components["schemas"]["GroupListRow"];
type Details = components["schemas"]["GroupInfo"];
type Changed = components["schemas"]["ChangedGroup"];

export function aGroup(given: Partial<Group> = {}): Group {
  return {
    groupId: "g-1",
    groupName: "Media North",
    desc: "Plans media",
    adminMsg: "Say why.",
    status: 0,
    visible: "all",
    groupAdmin: ["Chloe Manager", "Ben Admin"],
    numbersOfManagers: 2,
    numbersOfMembers: 1234,
    products: [{ appId: 7, name: "Time Sheet" }],
    numbersOfProducts: 1,
    numbersOfDrafts: 2,
    createdAt: Date.UTC(2026, 10, 20, 9, 30),
    c_time: "2026-11-20 17:30:00",
    ...given,
  };
}

const PEOPLE = [
  {
    userId: "u-1",
    username: "ChloeManager",
    name: "Chloe Manager",
    email: "chloe@demo.test",
    selected: false,
  },
  { userId: "u-2", username: "BenAdmin", name: "Ben Admin", email: "ben@demo.test", selected: false },
  { userId: "u-3", username: "LiMing", name: "李明", email: null, selected: false },
];
const PRODUCTS = [
  { appId: 7, name: "Time Sheet" },
  { appId: 8, name: "媒介计划" },
];

/** The details of a group of the list. */
export function detailsOf(group: Group): Details {
  const { groupId, groupName, desc, adminMsg, status, visible, products } = group;
  const { numbersOfMembers, createdAt, c_time } = group;
  return {
    ...{ groupId, groupName, desc, adminMsg, status, visible, products },
    ...{ numbersOfMembers, createdAt, c_time },
    managers: PEOPLE.slice(0, 2).map(({ userId, username, name, email }) => ({
      ...{ userId, username, name, email },
      enabled: true,
    })),
    standIns: [],
    agencies: [],
    users: [],
    clients: [],
    brands: [],
    divisions: [],
    industries: [{ id: "i-1", name: "Retail" }],
    dueDays: 5,
    refuseDays: 10,
    maxDays: null,
    version: 3,
    changedAt: createdAt,
    changedBy: "Ada Super",
    rights: { edit: true, status: true, delete: true, appointManagers: true, grantAtriumRights: false },
  };
}

/** Mocks the groups of a server. `sent` collects the bodies of all changes. */
export function fakeGroups(first: Group[]) {
  const state = { groups: first, members: MEMBERS, sent: [] as unknown[], version: 3 };
  const change = (groupId: string, changes: Partial<Group>) => {
    state.groups = state.groups.map((one) => (one.groupId === groupId ? { ...one, ...changes } : one));
    state.version += 1;
    return success({ groupId, version: state.version });
  };
  const mocks: Mock[] = [
    mockList("/api/security/admin/user-group/list", {
      rows: () => state.groups,
      filters: {
        context: ({ groupName }, part) => hasPart(groupName, part),
        status: ({ status }, value) => status === Number(value),
        visible: ({ visible }, value) => visible === value,
        appId: ({ products }, id) => products.some(({ appId }) => appId === Number(id)),
        endsWithin: ({ numbersOfMembers }, days) =>
          numbersOfMembers > 0 && state.members.some(({ endsOn }) => endsWithin(endsOn, days)),
      },
      sorts: { groupName: ({ groupName }) => groupName, created: ({ createdAt }) => createdAt },
    }),
    mock("get", "/api/security/admin/user-group/info", ({ query }) => {
      const group = state.groups.find(({ groupId }) => groupId === query.groupId);
      if (!group) return refusal(100012, "Illegal argument", { field: "groupId" });
      return success({ ...detailsOf(group), version: state.version });
    }),
    mock("get", "/api/security/admin/user-group/user-select-list", ({ query }) =>
      success(PEOPLE.filter(({ name, username }) => hasPart(`${name} ${username}`, query.context ?? ""))),
    ),
    mock("get", "/api/security/admin/user-group/app-select-list", ({ query }) =>
      success(PRODUCTS.filter(({ name }) => hasPart(name, query.context ?? ""))),
    ),
    mock("get", "/api/security/admin/app/option-list", ({ query }) =>
      success(
        PRODUCTS.filter(({ name }) => hasPart(name, query.context ?? "")).map(({ appId, name }) => ({
          projectId: appId,
          projectName: name,
          appName: `APP${appId}`,
        })),
      ),
    ),
    mock("post", "/api/security/admin/user-group/add", ({ body }) => {
      state.sent.push(body);
      if (state.groups.some(({ groupName }) => groupName === body.groupName)) {
        const msg = "Another group has this name.";
        return refusal(100011, msg, { field: "groupName", faults: [{ field: "groupName", msg }] });
      }
      const groupId = `g-${state.groups.length + 1}`;
      state.groups = [aGroup({ groupId, groupName: body.groupName ?? "" }), ...state.groups];
      return success({ groupId, version: 1 });
    }),
    mock("post", "/api/security/admin/user-group/upd", ({ body }) => {
      state.sent.push(body);
      if (body.version !== undefined && body.version !== null && body.version !== state.version) {
        const conflict = { by: "Ben Admin", at: Date.UTC(2026, 10, 22, 14) };
        return refusal(100012, "Ben Admin changed this group on 22 Nov 2026, 14:00.", { conflict });
      }
      return change(body.groupId ?? "", body.groupName ? { groupName: body.groupName } : {});
    }),
    ...inside(state, change),
    mock("post", "/api/security/admin/user-group/update-status", ({ body }) => {
      state.sent.push(body);
      return change(body.groupId, { status: body.status });
    }),
  ];
  return { state, mocks };
}

const MEMBERS = [
  aMember("u-1", "ChloeManager", "Chloe Manager", { isManager: true }),
  aMember("u-3", "LiMing", "李明", { email: null, endsOn: "2026-12-31" }),
];

function aMember(
  userId: string,
  username: string,
  fullName: string,
  given: Partial<components["schemas"]["GroupUserRow"]>,
): components["schemas"]["GroupUserRow"] {
  const email = `${username.toLowerCase()}@demo.test`;
  const rights = { remove: true, appoint: true, lastDay: true };
  return {
    ...{ userId, username, fullName, email, rights },
    status: 0,
    isManager: false,
    isOnlyManager: false,
    ...given,
  };
}

/** Mocks the members, the access rights and the industry data of each group. */
function inside(
  state: { members: typeof MEMBERS; sent: unknown[]; version: number },
  change: (groupId: string, changes: Partial<Group>) => Reply<Changed>,
): Mock[] {
  const { sent } = state;
  const keep = ({ body }: { body: { groupId: string } }) => {
    sent.push(body);
    return change(body.groupId, {});
  };
  return [
    mock("get", "/api/security/admin/user-group/user-list", ({ query }) => {
      const list = state.members.filter(({ fullName }) => hasPart(fullName, query.context ?? ""));
      return success({ list, total: list.length, more: false, sort: "username", pageNum: 1 });
    }),
    mock("post", "/api/security/admin/user-group/upd-member", keep),
    mock("post", "/api/security/admin/user-group/extend", ({ body }) => {
      sent.push(body);
      if (typeof body.manages !== "boolean") return success({ version: null });
      change(body.groupId, {});
      return success({ version: state.version });
    }),
    mock("get", "/api/security/admin/user-group/access-info", ({ query }) => {
      const right = (accessId: string, accessName: string, state: "published" | "added" | "removed") => ({
        ...{ accessId, accessName, state },
        accessCode: `planner.${accessId}`,
      });
      const accesses = [right("x-1", "See reports", "published"), right("x-2", "Share reports", "removed")];
      const products = [
        { appId: 7, name: "Time Sheet", accesses },
        { appId: 8, name: "媒介计划", accesses: [right("x-8", "导出媒介计划", "added")] },
      ];
      return success([{ groupId: query.groupId ?? "", groupName: "Media North", products }]);
    }),
    mock("get", "/api/security/admin/access/list-by-project", () => success(someModules)),
    mock("post", "/api/security/admin/user-group/update-access", keep),
    mock("post", "/api/security/admin/user-group/data-access/industry", () =>
      success([
        { industryId: "i-1", industryName: "Retail", selected: true },
        { industryId: "i-2", industryName: "汽车", selected: false },
      ]),
    ),
    mock("post", "/api/security/admin/user-group/data-access/industry-brand", ({ body }) =>
      success(
        body.industryIds.map((industryId) => ({
          industryId,
          brands: [
            { brandId: "b-1", brandName: "Blue Shore", selected: industryId === "i-1" },
            { brandId: "b-2", brandName: "海港", selected: false },
          ],
        })),
      ),
    ),
    mock("post", "/api/security/admin/user-group/data-access/industry-confirm", keep),
    mock("post", "/api/security/admin/user-group/delete", ({ body }) => {
      sent.push(body);
      return success(null);
    }),
  ];
}

/**
 * Groups for the checks in a real browser: long names, Chinese names, many managers, and a group without people and
 * products.
 */
export const someGroups: Group[] = [
  aGroup(),
  aGroup({
    groupId: "g-2",
    groupName: "Regional Client Service Directors North and all who stand in for them",
    groupAdmin: ["Ada", "Ben", "Chloe", "Dan", "李明", "Eve", "Finn"],
    numbersOfManagers: 23,
    numbersOfProducts: 9,
    products: ["Time Sheet", "媒介计划", "Planning", "Archive", "Reports", "Budget"].map((name, appId) => ({
      appId,
      name,
    })),
  }),
  aGroup({
    groupId: "g-3",
    groupName: "蓝岸广告媒介部",
    visible: "partial",
    status: 2,
    groupAdmin: [],
    numbersOfManagers: 0,
    numbersOfMembers: 0,
    products: [],
    numbersOfProducts: 0,
    numbersOfDrafts: 0,
  }),
];

export const standIn = () => fakeGroups(someGroups).mocks;
