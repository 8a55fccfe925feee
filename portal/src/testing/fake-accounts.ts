import type { components } from "../api/schema";
import { aProduct } from "./factories";
import { hasPart, mockList } from "./mock-list";
import { mock, refusal, stepUp, success, type Mock } from "./mocks";

type Account = components["schemas"]["AccountDetails"];
type Row = components["schemas"]["AccountListRow"];

export function anAccount(given: Partial<Account> = {}): Account {
  return {
    userId: "a-1",
    username: "DanMember",
    fullName: "Dan Member",
    email: "dan@demo.test",
    emailVerified: true,
    emailRefused: null,
    lionId: "",
    lang: "",
    agencyId: "7",
    agencyName: "Northlight",
    clientId: "",
    clientName: "",
    brandId: "",
    brandName: "",
    accountStatus: 0,
    expireDate: null,
    expired: false,
    supAdmin: 0,
    userManager: false,
    hasPassword: true,
    mustChangePassword: false,
    passwordExpiresAt: null,
    loginCount: 3,
    lastLoginAt: Date.UTC(2026, 10, 20, 9, 30),
    createdAt: Date.UTC(2026, 0, 5, 8),
    claims: {},
    version: 4,
    changedAt: Date.UTC(2026, 10, 1, 8),
    changedBy: "Ada Super",
    rights: {
      edit: true,
      signIn: true,
      place: true,
      status: true,
      delete: true,
      password: true,
      roles: true,
      home: true,
      supAdmin: false,
    },
    maySendWelcome: false,
    eraseAt: null,
    deletedByOwner: false,
    ...given,
  };
}

const SESSIONS: components["schemas"]["AccountSession"][] = [
  {
    sessionId: "s-1",
    current: false,
    address: "192.0.2.17",
    browser:
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0",
    amr: ["pwd"],
    authTime: Date.UTC(2026, 10, 22, 8),
    createdAt: Date.UTC(2026, 10, 22, 8),
    lastSeenAt: Date.UTC(2026, 10, 22, 9, 30),
    applications: [
      { client_id: "portal", name: "Atrium" },
      { client_id: "demo-app", name: "演示应用" },
    ],
  },
  {
    sessionId: "s-2",
    current: false,
    address: "2001:db8:85a3:8d3:1319:8a2e:370:7348",
    browser: "reporting-script/1.4",
    amr: ["pwd"],
    authTime: Date.UTC(2026, 10, 22, 7),
    createdAt: Date.UTC(2026, 10, 22, 7),
    lastSeenAt: Date.UTC(2026, 10, 22, 7, 1),
    applications: [],
  },
];

const IMPORTED: components["schemas"]["ImportedAccounts"] = {
  added: 1,
  changed: 1,
  unchanged: 1,
  welcomed: 0,
  check: "check-1",
  lines: [
    {
      row: 2,
      username: "DanMember",
      added: false,
      changes: [{ field: "name", recorded: true, from: "Dan Member", to: "丹 · 成员" }],
      written: false,
    },
    {
      row: 3,
      username: "MarieTheresePetitjean",
      added: true,
      changes: [
        { field: "email", recorded: true, from: null, to: "marie-therese@a-very-long-domain.example" },
        { field: "status", recorded: true, from: null, to: "enabled" },
      ],
      written: false,
    },
    { row: 4, username: "EveNewcomer", added: false, changes: [], written: false },
  ],
};

const PLANNER = { source: "role", id: "r-1", name: "Planner" } as const;
const TEAM = { source: "group", id: "g-1", name: "Client Service North" } as const;
const right = (accessCode: string, reasons: components["schemas"]["AccountAccessReason"][]) => ({
  ...{ accessCode, appName: "CAL", projectId: 7, projectName: "媒体日历", reasons },
});

const ACCESS: components["schemas"]["AccountAccessInfo"] = {
  roles: [
    {
      ...{ roleId: "r-1", roleName: "Planner", projectId: 7, projectName: "媒体日历" },
      ...{ accountType: null, orgId: "", orgName: "" },
      ...{ assignedAccountType: 1, assignedOrgId: "7", assignedOrgName: "Northlight" },
      ...{ status: 0, applies: true, administrators: ["Ben Admin", "王小明"] },
    },
    {
      ...{ roleId: "r-2", roleName: "Clerk", projectId: 8, projectName: "Time Sheets" },
      ...{ accountType: 3, orgId: "c-1", orgName: "Harbour Foods" },
      ...{ assignedAccountType: null, assignedOrgId: "", assignedOrgName: "" },
      ...{ status: 0, applies: false, administrators: [] },
    },
  ],
  groups: [
    {
      ...{ groupId: "g-1", groupName: "Client Service North" },
      products: [
        { projectId: 7, projectName: "媒体日历" },
        { projectId: 8, projectName: "Time Sheets" },
      ],
      managers: ["Chloe Manager"],
    },
    { groupId: "g-2", groupName: "媒介采购", products: [], managers: [] },
  ],
  accessList: [
    right("calendar.Plan.edit", [PLANNER, TEAM]),
    ...["view", "add", "edit", "status", "export", "delete", "confirm"].map((act) =>
      right(`calendar.Calendar.${act}`, [PLANNER]),
    ),
    {
      ...{ accessCode: "account_maintain.AccountManagement.AuditLog.view", appName: "SSO" },
      ...{ projectId: null, projectName: "" },
      reasons: [{ source: "accessGroup", id: "SSAG", name: "SSAG" }],
    },
  ],
  more: false,
};

const HOME: components["schemas"]["Product"][] = [
  aProduct({ link: "", name: "Time Sheets" }),
  aProduct({
    id: 2,
    link: "",
    name: "媒体日历",
    attribute1: "计划与投放",
    hasAccess: false,
    state: "request",
    canAsk: true,
  }),
  aProduct({ id: 3, link: "", name: "Brand Portal", typeId: 3, hasAccess: false, state: "pending" }),
  aProduct({
    ...{ id: 4, link: "", name: "North only", typeId: 2, hasAccess: false, state: "refused" },
    reason: "agency",
  }),
];

const AGENCIES = [
  { id: "7", agencyId: "7", agencyName: "Northlight" },
  { id: "8", agencyId: "8", agencyName: "蓝岸广告" },
];
const CLIENTS = [
  { clientId: "c-1", clientName: "Harbour Foods", agencyId: "7" },
  { clientId: "c-2", clientName: "海港食品", agencyId: "8" },
];
const BRANDS = [
  { brandId: "m-1", brandName: "Morning Oats", clientId: "c-1" },
  { brandId: "m-2", brandName: "海风", clientId: "c-2" },
  { brandId: "m-3", brandName: "House brand", clientId: null },
];
const GROUPS = [
  { groupId: "g-1", groupName: "Client Service North" },
  { groupId: "g-2", groupName: "媒介采购" },
];

function rowOf(account: Account): Row {
  const { userId, username, fullName, email, lionId, agencyId, agencyName, clientId, clientName } = account;
  const { accountStatus, expireDate, expired, mustChangePassword, supAdmin, lastLoginAt, createdAt } =
    account;
  const { rights, eraseAt } = account;
  return {
    ...{ userId, username, fullName, email, lionId, agencyId, agencyName, clientId, clientName },
    ...{ accountStatus, expireDate, expired, mustChangePassword, supAdmin, lastLoginAt, createdAt, rights },
    eraseAt,
    secondFactor: userId === "a-1" ? "app" : "none",
    passwordAsked: username === "FredForgot",
    emailRefused: Boolean(account.emailRefused),
  };
}

/** Mocks the accounts of a server. `sent` collects the bodies of all changes. */
export function fakeAccounts(first: Account[]) {
  const state = {
    accounts: first,
    sessions: SESSIONS,
    access: ACCESS,
    home: HOME,
    looks: 0,
    /** Whether the accounts have second factors. */
    hasFactors: true,
    /** Whether the session of the administrator has proved its person just now. */
    isFresh: true,
    sent: [] as unknown[],
  };
  const find = (userId: string | undefined) => state.accounts.find((one) => one.userId === userId);
  const change = (userId: string, changes: Partial<Account>) => {
    state.accounts = state.accounts.map((one) => {
      return one.userId === userId ? { ...one, ...changes, version: one.version + 1 } : one;
    });
  };
  const unknown = refusal(100012, "Illegal argument", { field: "userId" });
  const mocks: Mock[] = [
    mockList("/api/security/admin/user/list", {
      rows: () => state.accounts,
      shown: rowOf,
      filters: {
        context: ({ username, fullName, email }, part) => hasPart(`${username} ${fullName} ${email}`, part),
        accountStatus: ({ accountStatus }, value) => accountStatus === Number(value),
        agencyId: ({ agencyId }, id) => agencyId === id,
        clientId: ({ clientId }, id) => clientId === id,
        emailRefused: ({ emailRefused }, value) => Boolean(emailRefused) === (value === "1"),
      },
      sorts: {
        fullName: ({ fullName, username }) => fullName || username,
        email: ({ email }) => email,
        lastLogin: ({ lastLoginAt }) => lastLoginAt ?? 0,
      },
    }),
    mock("get", "/api/security/admin/user/info", ({ query }) => {
      const account = find(query.userId);
      return account ? success(account) : unknown;
    }),
    mock("post", "/api/security/admin/user/add-account", ({ body }) => {
      state.sent.push(body);
      if (state.accounts.some(({ username }) => username === body.username)) {
        const msg = "This account name is taken.";
        return refusal(100011, msg, { field: "username", faults: [{ field: "username", msg }] });
      }
      const userId = `a-${state.accounts.length + 1}`;
      const { username = "", email = "", fullName, lionId } = body;
      const added = anAccount({ userId, username, fullName: fullName ?? username, email });
      state.accounts = [added, ...state.accounts];
      return success({ userId, welcomeSent: !lionId });
    }),
    mock("post", "/api/security/admin/user/update", ({ body }) => {
      if (!state.isFresh && body.email !== undefined) return stepUp();
      state.sent.push(body);
      const account = find(body.userId);
      if (!account) return unknown;
      if (body.version !== undefined && body.version !== account.version) {
        const conflict = { by: "Ben Admin", at: Date.UTC(2026, 10, 22, 14) };
        return refusal(100012, "Ben Admin changed this account on 22 Nov 2026, 14:00.", { conflict });
      }
      const { fullName = account.fullName, email = account.email } = body;
      change(account.userId, { fullName: fullName ?? "", email: email ?? "" });
      return success({ userId: account.userId, version: account.version + 1 });
    }),
    mock("post", "/api/security/admin/user/update-status", ({ body }) => {
      state.sent.push(body);
      change(body.userId, { accountStatus: body.accountStatus });
      return success({ accountStatus: body.accountStatus, endedSessions: 1 });
    }),
    mock("post", "/api/security/admin/user/delete", ({ body }) => {
      if (!state.isFresh) return stepUp();
      state.sent.push(body);
      const eraseAt = Date.UTC(2026, 11, 6, 9);
      change(body.userId, { accountStatus: 2, eraseAt });
      return success({ eraseAt, endedSessions: 1 });
    }),
    mock("post", "/api/security/admin/user/keep", ({ body }) => {
      state.sent.push(body);
      change(body.userId, { accountStatus: 0, eraseAt: null });
      return success({ enabled: true });
    }),
    mock("post", "/api/security/admin/user/random-pwd", ({ body }) => {
      if (!state.isFresh) return stepUp();
      state.sent.push(body);
      return success({ password: "Kx7mQ2vTn4Rw", expiresAt: Date.UTC(2026, 10, 25, 14) });
    }),
    mock("post", "/api/security/admin/user/reset-factors", ({ body }) => {
      if (!state.isFresh) return stepUp();
      state.sent.push(body);
      const hadAny = state.hasFactors;
      state.hasFactors = false;
      return success({ hadAny });
    }),
    mock("post", "/api/security/admin/user/mail/approved", ({ body }) => {
      state.sent.push(body);
      return success({ userId: body.userId });
    }),
    mock("post", "/api/security/admin/user/import", ({ body }) => {
      state.sent.push(body);
      if (atob(body.file).includes("no hump")) {
        const msg = "Please input according to the rules";
        const faults = [
          { field: "username", msg, rule: "form", row: 2, column: "username" },
          {
            field: "file",
            msg: "This row has 9 cells, but there are 8 headings. A value with a separator in it needs quotation marks around it.",
            row: 7,
          },
        ];
        return refusal(1, `Row 2, column username: ${msg}`, { field: "username", faults });
      }
      return success(IMPORTED);
    }),
    mock("get", "/api/security/admin/user/role-access-info", () => success(state.access)),
    mock("post", "/api/security/admin/user/assign-role", ({ body }) => {
      state.sent.push(body);
      return success(null);
    }),
    mock("get", "/api/security/admin/user/account/option-list", () =>
      success([
        { accountType: 1, accountTypeName: "Internal" },
        { accountType: 2, accountTypeName: "Corporate identity" },
        { accountType: 3, accountTypeName: "Client" },
      ]),
    ),
    mock("get", "/api/security/admin/role/option-list-by-project", () =>
      success([
        { roleId: "r-1", roleName: "Planner" },
        { roleId: "r-3", roleName: "媒体审核" },
      ]),
    ),
    mock("get", "/api/security/admin/user/home", ({ query }) => {
      const account = find(query.userId);
      if (!account) return unknown;
      state.looks += 1;
      const { userId, username, fullName, agencyName, clientName } = account;
      const canSignIn = account.accountStatus === 0 && !account.expired;
      return success({ userId, username, fullName, agencyName, clientName, canSignIn, products: state.home });
    }),
    mock("get", "/api/security/admin/user/session/list", () =>
      success({
        sessions: state.sessions,
        more: false,
        offline: [{ client_id: "demo-app", name: "Demo App" }],
        mayEnd: true,
      }),
    ),
    mock("post", "/api/security/admin/user/session/end", ({ body }) => {
      state.sent.push(body);
      state.sessions = state.sessions.filter(({ sessionId }) => sessionId !== body.sessionId);
      return success({ endedSessions: 1 });
    }),
    mock("post", "/api/security/admin/user/session/end-all", ({ body }) => {
      state.sent.push(body);
      const endedSessions = state.sessions.length;
      state.sessions = [];
      return success({ endedSessions });
    }),
    mock("get", "/api/security/common/option/agency", ({ query }) =>
      success(AGENCIES.filter(({ agencyName }) => agencyName.includes(query.context ?? ""))),
    ),
    mock("get", "/api/security/common/option/client", ({ query }) =>
      success(
        CLIENTS.filter(
          ({ agencyId, clientName }) =>
            (!query.agencyId || agencyId === query.agencyId) && clientName.includes(query.context ?? ""),
        ),
      ),
    ),
    mock("get", "/api/security/common/option/brand", ({ query }) =>
      success(
        BRANDS.filter(
          ({ clientId, brandName }) =>
            (!query.clientId || !clientId || clientId === query.clientId) &&
            brandName.includes(query.context ?? ""),
        ),
      ),
    ),
    mock("get", "/api/security/common/option/group-list", ({ query }) =>
      success(GROUPS.filter(({ groupName }) => groupName.includes(query.context ?? ""))),
    ),
  ];
  return { state, mocks };
}

/**
 * Accounts for the checks in a real browser: long names, Chinese names, every status, and an account with all claims.
 */
export const someAccounts: Account[] = [
  anAccount({
    mustChangePassword: true,
    maySendWelcome: true,
    claims: {
      given_name: "Dan",
      family_name: "Member",
      nickname: "Danny",
      phone_number: "+86 21 5555 0100",
      phone_number_verified: true,
      zoneinfo: "Asia/Shanghai",
      locale: "zh-CN",
      birthdate: "1990-12-31",
      website: "https://dan.example",
      address: { street_address: "12 Harbour Road\nFloor 3", locality: "Shanghai", country: "China" },
    },
  }),
  anAccount({
    userId: "a-2",
    username: "ZhangSanFeng",
    fullName: "张三丰",
    email: "zhangsanfeng@northlight.example",
    lionId: "zhasanfe",
    agencyId: "8",
    agencyName: "蓝岸广告",
    clientId: "c-2",
    clientName: "海港食品",
    expireDate: "2027-03-31",
  }),
  anAccount({
    userId: "a-3",
    username: "MarieTheresePetitjean",
    fullName: "Marie-Thérèse Petitjean de la Fontaine",
    email: "marie-therese.petitjean-de-la-fontaine@a-very-long-domain.example",
    agencyId: "",
    agencyName: "",
    accountStatus: 2,
    lastLoginAt: null,
  }),
  anAccount({ userId: "a-4", username: "EveNewcomer", fullName: "Eve Newcomer", accountStatus: 1 }),
  anAccount({
    userId: "a-5",
    username: "OldTimer",
    fullName: "OldTimer",
    email: "",
    expireDate: "2026-06-30",
    expired: true,
  }),
  anAccount({
    userId: "a-6",
    username: "AdaSuper",
    fullName: "Ada Super",
    email: "ada@demo.test",
    supAdmin: 1,
    rights: {
      edit: true,
      signIn: false,
      place: true,
      status: false,
      delete: false,
      password: false,
      roles: false,
      home: false,
      supAdmin: false,
    },
  }),
  ...Array.from({ length: 22 }, (_, index) =>
    anAccount({
      userId: `b-${index}`,
      username: `CloneNumber_${index}`,
      fullName: `Clone ${index}`,
      email: `clone${index}@demo.test`,
    }),
  ),
];

export const standIn = () => fakeAccounts(someAccounts).mocks;
