import type { components } from "../api/schema";
import { hasPart, mockList } from "./mock-list";
import { mock, refusal, success, type Mock } from "./mocks";

type Schemas = components["schemas"];
type Right = Schemas["AccessListRow"];
type Details = Schemas["AccessDetails"];

const AT = Date.UTC(2026, 10, 20, 9, 30);

export function aRight(given: Partial<Right> = {}): Right {
  return {
    accessId: "x-1",
    accessName: "See reports",
    accessCode: "planner.Reports.ReportList.view",
    type: "menu",
    moduleId: "m-1",
    moduleName: "Reports",
    projectId: 7,
    projectName: "Media planner",
    desc: "The list of reports",
    status: 0,
    publishedStatus: 0,
    builtIn: false,
    draft: false,
    published: true,
    createdAt: AT,
    c_time: "2026-11-20 17:30:00",
    version: 3,
    ...given,
  };
}

/** Access rights with long and with Chinese names, in each state that they can have. */
export const someRights: Right[] = [
  aRight({ draft: true }),
  aRight({
    accessId: "x-5",
    accessName: "Share reports",
    accessCode: "planner.Reports.ReportList.share",
    status: 1,
    draft: true,
  }),
  aRight({
    accessId: "x-2",
    accessName: "Approve budgets of regional campaigns before they go to all clients",
    accessCode: "planner.Budgets.RegionalBudgetsOfAllCampaigns.approve",
    type: "button",
    moduleId: "",
    moduleName: "",
    draft: true,
    published: false,
    publishedStatus: null,
  }),
  aRight({
    accessId: "x-3",
    accessName: "导出媒介计划",
    accessCode: "planner.export",
    type: "api",
    status: 1,
    publishedStatus: 1,
    projectId: 8,
    projectName: "媒介计划",
  }),
  aRight({
    accessId: "x-4",
    accessName: "See the audit log",
    accessCode: "account_maintain.AccountManagement.AuditLog.view",
    moduleName: "AccountManagement",
    projectId: 1,
    projectName: "Atrium",
    builtIn: true,
  }),
];

/** An access right with all that it is assigned to: one thing of each state. */
export function detailsOf(access: Right): Details {
  return {
    ...access,
    publishedAccess: access.published
      ? {
          accessName: access.accessName,
          accessCode: access.accessCode,
          type: access.type,
          moduleName: access.moduleName,
          desc: access.draft ? "Reports" : access.desc,
          status: access.publishedStatus ?? access.status,
        }
      : null,
    groups: [
      { id: "g-1", name: "Media North", state: "published" },
      { id: "g-2", name: "蓝岸广告媒介部", state: access.draft ? "added" : "published" },
    ],
    roles: [{ id: "r-1", name: "Editors", state: access.draft ? "removed" : "published" }],
    clients: [{ id: "7", name: "Harbour Foods", state: "published" }],
    divisions: [],
    brands: [],
  };
}

const GROUPS = [
  { groupId: "g-1", groupName: "Media North", selected: true },
  { groupId: "g-2", groupName: "蓝岸广告媒介部", selected: false },
  { groupId: "g-3", groupName: "Media South", selected: false },
];

/** Mocks the access rights of a server. `sent` collects the bodies of all changes. */
export function fakeRights(first: Right[]) {
  const state = { rights: first, sent: [] as unknown[], version: 3 };
  const conflict = { by: "Ben Admin", at: Date.UTC(2026, 10, 22, 14) };
  const change = (accessId: string, version: number | null | undefined, changes: Partial<Right>) => {
    if (version !== undefined && version !== null && version !== state.version)
      return refusal(100012, "Ben Admin changed this access right on 22 Nov 2026, 14:00.", { conflict });
    state.rights = state.rights.map((one) => (one.accessId === accessId ? { ...one, ...changes } : one));
    state.version += 1;
    return success({ accessId, version: state.version });
  };
  const mocks: Mock[] = [
    mockList("/api/security/admin/access/list", {
      rows: () => state.rights,
      filters: {
        context: ({ accessName, accessCode }, part) => hasPart(`${accessName}\n${accessCode}`, part),
        projectId: ({ projectId }, value) => projectId === Number(value),
        moduleId: ({ moduleId }, value) => moduleId === value,
        type: ({ type }, value) => type === value,
        status: ({ status }, value) => status === Number(value),
        publishedStatus: ({ publishedStatus }, value) => publishedStatus === Number(value),
        draft: ({ draft }, value) => draft === (value === "1"),
        builtIn: ({ builtIn }, value) => builtIn === (value === "1"),
      },
      sorts: {
        accessName: ({ accessName }) => accessName,
        accessCode: ({ accessCode }) => accessCode,
        created: ({ createdAt }) => createdAt,
      },
    }),
    mock("get", "/api/security/admin/access/details", ({ query }) => {
      const right = state.rights.find(({ accessId }) => accessId === query.accessId);
      if (!right) return refusal(100012, "Illegal argument", { field: "accessId" });
      return success(detailsOf({ ...right, version: state.version }));
    }),
    mock("post", "/api/security/admin/access/add", ({ body }) => {
      state.sent.push(body);
      if (state.rights.some(({ accessCode }) => accessCode === body.accessCode)) {
        const msg = "Another access right of this product has this code.";
        return refusal(100011, msg, { field: "accessCode", faults: [{ field: "accessCode", msg }] });
      }
      const { accessName, accessCode, type } = body;
      const added = aRight({
        accessId: "x-9",
        accessName,
        accessCode,
        type,
        draft: true,
        published: false,
        publishedStatus: null,
      });
      state.rights = [added, ...state.rights];
      return success({ accessId: "x-9" });
    }),
    mock("post", "/api/security/admin/access/upd", ({ body }) => {
      state.sent.push(body);
      return change(body.accessId, body.version, { draft: true });
    }),
    mock("post", "/api/security/admin/access/assign-group", ({ body }) => {
      state.sent.push(body);
      return change(body.accessId, body.version, { draft: true });
    }),
    mock("post", "/api/security/admin/access/confirm", ({ body }) => {
      state.sent.push(body);
      change(body.accessId ?? "", undefined, { draft: false, published: true });
      return success({ confirmed: 1 });
    }),
    mock("post", "/api/security/admin/access/del", ({ body }) => {
      state.sent.push(body);
      state.rights = state.rights.filter(({ accessId }) => accessId !== body.accessId);
      return success(null);
    }),
    mock("get", "/api/security/admin/access/group-option", () => success(GROUPS)),
    ...choices(),
  ];
  return { state, mocks };
}

/** Mocks what forms of access rights, roles and modules choose from. */
export function choices(): Mock[] {
  return [
    mock("get", "/api/security/admin/app/option-list", () =>
      success([
        { projectId: 7, projectName: "Media planner", appName: "PLANNER" },
        { projectId: 8, projectName: "媒介计划", appName: "PLAN8" },
      ]),
    ),
    mock("get", "/api/security/admin/module/option-list", () =>
      success([{ moduleId: "m-1", moduleName: "Reports" }]),
    ),
    mock("get", "/api/security/admin/access/division-list", () =>
      success([{ divisionId: "d-1", divisionName: "Retail" }]),
    ),
    mock("get", "/api/security/common/option/client", () =>
      success([{ clientId: "7", clientName: "Harbour Foods" }]),
    ),
    mock("get", "/api/security/common/option/brand", () =>
      success([{ brandId: "b-1", brandName: "Blue Shore" }]),
    ),
    mock("get", "/api/security/common/option/group-list", () =>
      success(GROUPS.map(({ groupId, groupName }) => ({ groupId, groupName }))),
    ),
  ];
}

export const standIn = () => fakeRights(someRights).mocks;
