import { queryOptions } from "@tanstack/react-query";
import type { BodyOf } from "../../api/call";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import { listFile } from "../../kit/list-file";
import { listQuery } from "../../kit/list-query";
import type { OnOff } from "../../kit/use-on-off";
import type { Option, OptionSource } from "../../kit/use-search";

declare module "../../api/kept" {
  interface Kept {
    groups: true;
    group: true;
    people: true;
  }
  interface Changes {
    "/api/security/admin/user-group/add": GroupNames;
    "/api/security/admin/user-group/upd": GroupNames;
    "/api/security/admin/user-group/update-status": GroupNames;
  }
}

/** Answers that show a group, who is in it, what it gives, or requests for it. */
export type GroupNames = (typeof GROUP_NAMES)[number];
export const GROUP_NAMES = [
  ...(["groups", "group", "group-people", "group-access", "group-industries", "group-admins"] as const),
  ...(["group-name", "group-notice", "my-groups", "my-access", "my-requests", "requests"] as const),
  ...(["members", "people-to-add", "asking", "products", "access", "user"] as const),
  ...(["rights", "right", "right-groups", "rights-tree", "applicants", "audit-things"] as const),
] as const;

export type GroupRow = components["schemas"]["GroupListRow"];
export type Group = components["schemas"]["GroupInfo"];
export type GroupForm = BodyOf<"/api/security/admin/user-group/upd", "post">;
export type GroupStatus = components["schemas"]["GroupStatus"];
export type Visibility = components["schemas"]["Visibility"];

/** Statuses of a group. */
export const ON = 0 satisfies GroupStatus;
export const OFF = 2 satisfies GroupStatus;
/** The word of each status. */
export const STATUS: Record<GroupStatus, OnOff> = { [ON]: "on", [OFF]: "off" };
/** The visibilities (G-55). */
export const VISIBILITIES = ["all", "partial"] as const satisfies Visibility[];

export const groupList = listQuery("groups", "/api/security/admin/user-group/list");
export const groupFile = listFile("user-groups.csv", "/api/security/admin/user-group/export");

export function groupQuery(services: Services, groupId: string) {
  return queryOptions({
    queryKey: ["group", groupId],
    // Always fetched again, because the reader changes what they see here.
    staleTime: 0,
    queryFn: ({ signal }) =>
      dataOf(
        services.api.GET("/api/security/admin/user-group/info", { params: { query: { groupId } }, signal }),
      ),
    meta: { ownMessage: true },
  });
}

export function addGroup(services: Services, group: GroupForm) {
  return write(services, "/api/security/admin/user-group/add", group);
}

export function updateGroup(services: Services, change: GroupForm) {
  return write(services, "/api/security/admin/user-group/upd", change);
}

export function setStatus(services: Services, groupId: string, status: GroupStatus) {
  return write(services, "/api/security/admin/user-group/update-status", { groupId, status });
}

/** People whose account is enabled, by a part of their names or address. */
export function people({ api }: Services): OptionSource {
  return {
    key: ["people"],
    search: async (context, signal) => {
      const query = { context, pageSize: 20 };
      const list = await dataOf(
        api.GET("/api/security/admin/user-group/user-select-list", { params: { query }, signal }),
      );
      return list.map(({ userId, name, username }) => personOption(userId, name, username));
    },
  };
}

/** A person as a choice; the account name distinguishes people with the same name. */
export function personOption(userId: string, name: string, username: string): Option {
  return { value: userId, label: name, ...(name !== username && { hint: username }) };
}

/** Products, by a part of their name or code. */
export function products({ api }: Services): OptionSource {
  return {
    key: ["products", "of groups"],
    search: async (context, signal) => {
      const query = { ...(context && { context }), pageSize: 20 };
      const page = await dataOf(
        api.GET("/api/security/admin/user-group/app-select-list", { params: { query }, signal }),
      );
      return page.map(({ appId, name }) => ({ value: String(appId), label: name }));
    },
  };
}
