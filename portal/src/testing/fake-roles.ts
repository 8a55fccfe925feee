import type { components } from "../api/schema";
import { choices } from "./fake-rights";
import { hasPart, mockList } from "./mock-list";
import { mock, refusal, success, type Mock } from "./mocks";

type Schemas = components["schemas"];
type Role = Schemas["RoleListRow"];
type Person = Schemas["RoleUserRow"];

export function aRole(given: Partial<Role> = {}): Role {
  return {
    roleId: "r-1",
    roleName: "Editors",
    projectId: 7,
    projectName: "Media planner",
    accountType: 3,
    orgId: "7",
    orgName: "Harbour Foods",
    desc: "Edit plans",
    status: 0,
    numbersOfAccess: 2,
    numbersOfUsers: 12,
    createdAt: Date.UTC(2026, 10, 20, 9, 30),
    version: 5,
    ...given,
  };
}

/** Roles with long and with Chinese names; one is for everybody and off. */
export const someRoles: Role[] = [
  aRole(),
  aRole({
    roleId: "r-2",
    roleName: "Regional client service directors and all who stand in for them",
    accountType: 1,
    orgName: "",
    orgId: "",
    numbersOfUsers: 1234,
  }),
  aRole({
    roleId: "r-3",
    roleName: "媒介审核",
    projectName: "媒介计划",
    accountType: null,
    orgId: "",
    orgName: "",
    status: 1,
    numbersOfAccess: 0,
    numbersOfUsers: 0,
  }),
];

/** The access rights of a product by their modules; the role gives the first. */
export const someModules: Schemas["ModuleAccess"][] = [
  {
    moduleId: "m-1",
    moduleName: "Reports",
    access: [
      choice("x-1", "See reports", "planner.Reports.view", { selected: true, state: "published" }),
      choice("x-2", "Share reports", "planner.Reports.share", { state: "removed" }),
    ],
  },
  { moduleId: "", moduleName: "", access: [choice("x-3", "导出媒介计划", "planner.export", { status: 1 })] },
];

function choice(
  accessId: string,
  accessName: string,
  accessCode: string,
  given: Partial<Schemas["AccessChoice"]>,
): Schemas["AccessChoice"] {
  return {
    accessId,
    accessName,
    accessCode,
    type: "menu",
    status: 0,
    selected: false,
    state: null,
    ...given,
  };
}

function aPerson(given: Partial<Person> = {}): Person {
  return {
    userId: "u-1",
    username: "ChloeManager",
    fullName: "Chloe Manager",
    email: "chloe@demo.test",
    agencyName: "Northlight",
    clientName: "Harbour Foods",
    accountStatus: 0,
    assigned: true,
    accountType: null,
    orgId: "",
    ...given,
  };
}

const PEOPLE = [
  aPerson(),
  aPerson({ userId: "u-3", username: "LiMing", fullName: "李明", email: "", clientName: "" }),
  aPerson({ userId: "u-4", username: "EveNewcomer", fullName: "", assigned: false }),
];

/** Mocks the roles of a server. `sent` collects the bodies of all changes. */
export function fakeRoles(first: Role[]) {
  const state = { roles: first, sent: [] as unknown[], version: 5 };
  const conflict = { by: "Ben Admin", at: Date.UTC(2026, 10, 22, 14) };
  const change = (roleId: string, version: number | null | undefined, changes: Partial<Role>) => {
    if (version !== undefined && version !== null && version !== state.version)
      return refusal(100012, "Ben Admin changed this role on 22 Nov 2026, 14:00.", { conflict });
    state.roles = state.roles.map((one) => (one.roleId === roleId ? { ...one, ...changes } : one));
    state.version += 1;
    return success({ roleId, version: state.version });
  };
  const mocks: Mock[] = [
    mockList("/api/security/admin/role/list", {
      rows: () => state.roles,
      filters: {
        context: ({ roleName }, part) => hasPart(roleName, part),
        projectId: ({ projectId }, value) => projectId === Number(value),
        status: ({ status }, value) => status === Number(value),
      },
      sorts: { roleName: ({ roleName }) => roleName, created: ({ createdAt }) => createdAt },
    }),
    mock("get", "/api/security/admin/role/info", ({ query }) => {
      const role = state.roles.find(({ roleId }) => roleId === query.roleId);
      if (!role) return refusal(100012, "Illegal argument", { field: "roleId" });
      const access = [
        { accessId: "x-1", accessCode: "planner.Reports.view", state: "published" as const },
        { accessId: "x-2", accessCode: "planner.Reports.share", state: "removed" as const },
      ];
      return success({ ...role, version: state.version, accessIds: ["x-1"], access, requiresFactor: false });
    }),
    mock("post", "/api/security/admin/access/option-list-by-role", () => success(someModules)),
    mock("get", "/api/security/admin/user/org/option-list", () =>
      success([
        { orgId: "7", orgName: "Harbour Foods" },
        { orgId: "9", orgName: "海港食品" },
      ]),
    ),
    mock("post", "/api/security/admin/role/add", ({ body }) => {
      state.sent.push(body);
      state.roles = [aRole({ roleId: "r-9", roleName: body.roleName }), ...state.roles];
      return success({ roleId: "r-9" });
    }),
    mock("post", "/api/security/admin/role/upd", ({ body }) => {
      state.sent.push(body);
      return change(body.roleId, body.version, body.roleName ? { roleName: body.roleName } : {});
    }),
    mock("get", "/api/security/admin/role/assign/user-list", ({ query }) => {
      const { assigned = "1", context = "" } = query;
      const list = PEOPLE.filter(
        (one) => (one.assigned || assigned === "0") && hasPart(`${one.fullName} ${one.username}`, context),
      );
      return success({ list, total: list.length, more: false, sort: "username", pageNum: 1 });
    }),
    mock("post", "/api/security/admin/role/assign-user", ({ body }) => {
      state.sent.push(body);
      return change(body.roleId, body.version, {});
    }),
    mock("post", "/api/security/admin/role/del", ({ body }) => {
      state.sent.push(body);
      const role = state.roles.find(({ roleId }) => roleId === body.roleId);
      if (role && role.numbersOfUsers > 0) return refusal(100012, "People have this role.");
      state.roles = state.roles.filter(({ roleId }) => roleId !== body.roleId);
      return success(null);
    }),
    ...choices(),
  ];
  return { state, mocks };
}

export const standIn = () => fakeRoles(someRoles).mocks;
