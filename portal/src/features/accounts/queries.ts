import { queryOptions } from "@tanstack/react-query";
import type { BodyOf } from "../../api/call";
import { dataOf } from "../../api/client";
import type { Opening } from "../../api/download";
import { progressFetch } from "../../api/progress-fetch";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import { listFile } from "../../kit/list-file";
import { listQuery } from "../../kit/list-query";
import { ACCOUNT_NAMES } from "../../kit/stale-names";
import type { OptionSource } from "../../kit/use-search";
import type { UploadWatch } from "../../kit/use-upload";

declare module "../../api/kept" {
  interface Kept {
    accounts: true;
    account: true;
    sessions: true;
    access: true;
    brands: true;
    groups: true;
    members: true;
    roles: true;
    role: true;
    "role-people": true;
    "role-options": true;
    "account-types": true;
  }
  interface Changes {
    "/api/security/admin/user/add-account": (typeof ADDED)[number];
    "/api/security/admin/user/update": AccountNames;
    "/api/security/admin/user/update-status": AccountNames;
    "/api/security/admin/user/random-pwd": AccountNames;
    "/api/security/admin/user/mail/approved": never;
    "/api/security/admin/user/import": AccountNames;
    "/api/security/admin/user/assign-role": (typeof ASSIGNED)[number];
    "/api/security/admin/user/session/end": "sessions";
    "/api/security/admin/user/session/end-all": "sessions";
  }
}

type AccountNames = (typeof ACCOUNT_NAMES)[number];
/** Answers that show an account and the group that it is added to. */
export const ADDED = [
  ...ACCOUNT_NAMES,
  ...(["group-access", "group-industries", "group-notice", "my-access"] as const),
] as const;

export type AccountRow = components["schemas"]["AccountListRow"];
export type Account = components["schemas"]["AccountDetails"];
export type NewAccount = BodyOf<"/api/security/admin/user/add-account", "post">;
export type AccountUpdate = BodyOf<"/api/security/admin/user/update", "post">;

export type AccountSession = components["schemas"]["AccountSession"];
export type AccountStatus = components["schemas"]["AccountStatus"];

/** Account statuses (G-39). An account that has expired has a flag of its own. */
export const ENABLED = 0 satisfies AccountStatus;
export const PROCESSING = 1 satisfies AccountStatus;
export const DISABLED = 2 satisfies AccountStatus;
/** The word of each status. */
export const STATUS: Record<AccountStatus, "enabled" | "processing" | "disabled"> = {
  [ENABLED]: "enabled",
  [PROCESSING]: "processing",
  [DISABLED]: "disabled",
};

export const accountList = listQuery("accounts", "/api/security/admin/user/list");

/** The accounts that the filters of the page find. */
export const accountFile = listFile(
  "accounts.csv",
  "/api/security/admin/user/export",
  "account_maintain.AccountManagement.AccountList.export",
);

/** The headings that an import takes. */
export function importTemplate({ api }: Pick<Services, "api">) {
  return (opening: Opening) => api.GET("/api/security/admin/user/import-template", { ...opening });
}

export type Imported = components["schemas"]["ImportedAccounts"];
type Import = BodyOf<"/api/security/admin/user/import", "post">;

/** Shows what an import of the file would do; it changes nothing. */
export function checkImport(
  { api, session }: Services,
  file: Pick<Import, "file" | "welcome">,
  { signal, onProgress }: UploadWatch,
) {
  return dataOf(
    api.POST("/api/security/admin/user/import", {
      body: { ...file, dryRun: true },
      fetch: progressFetch(session, onProgress),
      signal,
    }),
  );
}

/** Imports a file that was checked. */
export function importAccounts(services: Services, file: Omit<Import, "dryRun">) {
  return write(services, "/api/security/admin/user/import", { ...file, dryRun: false });
}

export type AccountAccess = components["schemas"]["AccountAccessInfo"];

/** What somebody may do, and why (C-045). */
export function accessQuery(services: Services, userId: string) {
  return queryOptions({
    queryKey: ["access", userId],
    staleTime: 0,
    queryFn: ({ signal }) =>
      dataOf(
        services.api.GET("/api/security/admin/user/role-access-info", {
          params: { query: { userId } },
          signal,
        }),
      ),
    meta: { ownMessage: true },
  });
}

/** Answers that show who has which role. */
export const ASSIGNED = ["access", "roles", "role", "role-people", "user"] as const;

/** Gives somebody exactly these roles of one product (C-044). */
export function assignRoles(
  services: Services,
  userId: string,
  roles: BodyOf<"/api/security/admin/user/assign-role", "post">["assignments"][number],
) {
  return write(services, "/api/security/admin/user/assign-role", { userId, assignments: [roles] });
}

/** The roles of a product (C-057). */
export function rolesOf({ api }: Services, projectId: number): OptionSource {
  return {
    key: ["role-options", projectId],
    search: async (context, signal) => {
      const params = { query: { projectId, context } };
      const list = await dataOf(
        api.GET("/api/security/admin/role/option-list-by-project", { params, signal }),
      );
      return list.map(({ roleId, roleName }) => ({ value: roleId, label: roleName }));
    },
  };
}

/** The types of accounts that roles can be limited to (C-046). */
export function accountTypesQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["account-types"],
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/admin/user/account/option-list", { signal })),
    meta: { ownMessage: true },
  });
}

/** Who is signed in to the account where. */
export function sessionsQuery(services: Services, userId: string) {
  return queryOptions({
    queryKey: ["sessions", userId],
    staleTime: 0,
    queryFn: ({ signal }) =>
      dataOf(
        services.api.GET("/api/security/admin/user/session/list", { params: { query: { userId } }, signal }),
      ),
    meta: { ownMessage: true },
  });
}

export function endSession(services: Services, userId: string, sessionId: string) {
  return write(services, "/api/security/admin/user/session/end", { userId, sessionId });
}

export function endAllSessions(services: Services, userId: string) {
  return write(services, "/api/security/admin/user/session/end-all", { userId });
}

export function accountQuery(services: Services, userId: string) {
  return queryOptions({
    queryKey: ["account", userId],
    // Always fetched again, because the reader changes what they see here.
    staleTime: 0,
    queryFn: ({ signal }) =>
      dataOf(services.api.GET("/api/security/admin/user/info", { params: { query: { userId } }, signal })),
    meta: { ownMessage: true },
  });
}

export function addAccount(services: Services, account: NewAccount) {
  return write(services, "/api/security/admin/user/add-account", account);
}

export function updateAccount(services: Services, change: AccountUpdate) {
  return write(services, "/api/security/admin/user/update", change);
}

export function setStatus(services: Services, userId: string, accountStatus: AccountStatus) {
  return write(services, "/api/security/admin/user/update-status", { userId, accountStatus });
}

export function makeRandomPassword(services: Services, userId: string) {
  return write(services, "/api/security/admin/user/random-pwd", { userId });
}

/** A link to choose a password: the first one, or one for a forgotten one. */
export type Link = "welcome" | "forgotten";

/** Sends the email with a link to choose a password (C-042). */
export function sendLink(services: Services, userId: string, link: Link) {
  const type = link === "welcome" ? 1 : 2;
  return write(services, "/api/security/admin/user/mail/approved", { userId, type });
}

/** The brands of a client and those without one. Without a client, only those without one. */
export function brands({ api }: Services, clientId: string): OptionSource {
  return {
    key: ["brands", clientId],
    search: async (context, signal) => {
      const query = { context, ...(clientId && { clientId }) };
      const list = await dataOf(api.GET("/api/security/common/option/brand", { params: { query }, signal }));
      return list
        .filter((brand) => clientId !== "" || !brand.clientId)
        .map(({ brandId, brandName }) => ({ value: brandId, label: brandName }));
    },
  };
}

/** The groups that the reader manages; administrators manage all. */
export function groups({ api }: Services): OptionSource {
  return {
    key: ["groups"],
    search: async (context, signal) => {
      const query = { context };
      const list = await dataOf(
        api.GET("/api/security/common/option/group-list", { params: { query }, signal }),
      );
      return list.map(({ groupId, groupName }) => ({ value: groupId, label: groupName }));
    },
    find: async (groupId, signal) => {
      const params = { query: { groupId } };
      const found = await dataOf(api.GET("/api/security/admin/user-group/access-info", { params, signal }));
      return found.map(({ groupName }) => ({ value: groupId, label: groupName }))[0];
    },
  };
}
