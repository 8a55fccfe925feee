import { queryOptions } from "@tanstack/react-query";
import type { BodyOf } from "../../api/call";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import type { ListFile } from "../../kit/list-download";
import { fileOf, listFile } from "../../kit/list-file";
import { listQuery } from "../../kit/list-query";

declare module "../../api/kept" {
  interface Kept {
    roles: true;
    role: true;
    "role-people": true;
    "rights-tree": true;
  }
  interface Changes {
    "/api/security/admin/role/add": RoleNames;
    "/api/security/admin/role/upd": RoleNames;
    "/api/security/admin/role/assign-user": RoleNames;
    "/api/security/admin/role/del": RoleNames;
  }
}

/** Answers that show a role, its access rights or its people. */
type RoleNames = (typeof ROLE_NAMES)[number];
export const ROLE_NAMES = [
  ...(["roles", "role", "role-people", "role-options", "access", "rights-tree", "rights"] as const),
  ...(["right", "user"] as const),
] as const;

export type RoleRow = components["schemas"]["RoleListRow"];
export type Role = components["schemas"]["RoleInfo"];
export type NewRole = BodyOf<"/api/security/admin/role/add", "post">;
export type RoleChange = BodyOf<"/api/security/admin/role/upd", "post">;

/** Whom a role is for: the account types, and 0 for everybody. */
export const ACCOUNT_TYPES = ["0", "1", "2", "3"] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const roleList = listQuery("roles", "/api/security/admin/role/list");
export const roleFile = listFile("roles.csv", "/api/security/admin/role/export");

/** The people of a role as a file. */
export function rolePeopleFile(roleId: string): ListFile {
  return fileOf(listFile("role-users.csv", "/api/security/admin/role/assign/user-export"), { roleId });
}

export function roleQuery(services: Services, roleId: string) {
  return queryOptions({
    queryKey: ["role", roleId],
    // Always fetched again, because the reader changes what they see here.
    staleTime: 0,
    queryFn: ({ signal }) =>
      dataOf(services.api.GET("/api/security/admin/role/info", { params: { query: { roleId } }, signal })),
    meta: { ownMessage: true },
  });
}

/** The access rights of a product by their modules, with those that the role gives; none for a new role. */
export function rightsTree({ api }: Services, projectId: number, roleId: string | undefined) {
  return queryOptions({
    queryKey: ["rights-tree", projectId, roleId],
    enabled: projectId > 0,
    staleTime: 0,
    queryFn: ({ signal }) => {
      const body = { projectId, ...(roleId && { roleId }) };
      return dataOf(api.POST("/api/security/admin/access/option-list-by-role", { body, signal }));
    },
    meta: { ownMessage: true },
  });
}

export function addRole(services: Services, role: NewRole) {
  return write(services, "/api/security/admin/role/add", role);
}

export function updateRole(services: Services, change: RoleChange) {
  return write(services, "/api/security/admin/role/upd", change);
}

export function deleteRole(services: Services, roleId: string, version: number) {
  return write(services, "/api/security/admin/role/del", { roleId, version });
}

export function assignPeople(
  services: Services,
  people: BodyOf<"/api/security/admin/role/assign-user", "post">,
) {
  return write(services, "/api/security/admin/role/assign-user", people);
}
