import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import type { ListFile } from "../../kit/list-download";
import { fileOf, listFile } from "../../kit/list-file";
import type { PeoplePage } from "../../kit/people-field";
import type { PersonThere } from "../../kit/person-there";
import type { ListPage } from "../../kit/use-list-query";
import type { OptionSource } from "../../kit/use-search";
import { personOption, updateGroup, type GroupNames } from "./queries";

declare module "../../api/kept" {
  interface Kept {
    "group-people": true;
    "group-access": true;
    "rights-tree": true;
  }
  interface Changes {
    "/api/security/admin/user-group/upd-member": GroupNames;
    "/api/security/admin/user-group/update-access": (typeof ACCESS_NAMES)[number];
  }
}

/** Answers that show what a group gives, or how many changes of it wait. */
export const ACCESS_NAMES = [
  "groups",
  ...(["group-access", "access", "my-access", "rights-tree", "rights", "right"] as const),
  ...(["right-groups", "user"] as const),
] as const;

export type GroupRight = components["schemas"]["GroupAccessRight"];
export type Member = components["schemas"]["GroupUserRow"];
const MEMBER = 0 satisfies Member["status"];

/** The members of a group, without those who wait or whose membership ended (C-074). */
export function membersQuery(
  { api }: Services,
  groupId: string,
  page: PeoplePage,
  shown: (member: Member) => Pick<PersonThere, "facts" | "stays" | "change" | "changed">,
) {
  return queryOptions({
    queryKey: ["group-people", groupId, page],
    queryFn: ({ signal }) => {
      const query = { groupId, status: MEMBER, sort: "fullName", ...page } as const;
      return dataOf(api.GET("/api/security/admin/user-group/user-list", { params: { query }, signal }));
    },
    // Not in the cache, because it depends on the reader's rights and language.
    select: ({ list, ...rest }): ListPage<PersonThere> => ({
      ...rest,
      list: list.map((member) => ({
        ...personOption(member.userId, member.fullName || member.username, member.username),
        ...shown(member),
      })),
    }),
    meta: { ownMessage: true },
  });
}

/** The same people as a file. */
export function membersFile(groupId: string): ListFile {
  const file = listFile("members.csv", "/api/security/admin/user-group/user-export");
  return fileOf(file, { groupId, status: String(MEMBER) });
}

/** People who are not in the group, by a part of their names or address (C-075). */
export function others({ api }: Services, groupId: string): OptionSource {
  return {
    key: ["group-people", groupId, "others"],
    search: async (context, signal) => {
      const query = { groupId, context, pageSize: 20 };
      const list = await dataOf(
        api.GET("/api/security/admin/user-group/user-select-list", { params: { query }, signal }),
      );
      return list
        .filter(({ selected }) => !selected)
        .map(({ userId, name, username }) => personOption(userId, name, username));
    },
  };
}

export function changeMembers(
  services: Services,
  groupId: string,
  version: number,
  change: { addUserIds: string[]; removeUserIds: string[] },
) {
  return write(services, "/api/security/admin/user-group/upd-member", { groupId, version, ...change });
}

/** What is changed about a member: whether they manage the group, and their last day, which is empty for no end. */
export interface MembershipChange {
  manages?: boolean;
  endsOn?: string;
}

/** Changes a member, and answers the new version of the group if it has one. Both changes need one call (C-083). */
export async function changeMembership(
  services: Services,
  { groupId, version }: { groupId: string; version: number },
  { userId, endsOn: readEndsOn }: Member,
  { manages, endsOn }: MembershipChange,
) {
  if (endsOn !== undefined)
    return write(services, "/api/security/admin/user-group/extend", {
      groupId,
      userId,
      endsOn,
      readEndsOn: readEndsOn ?? "",
      ...(manages !== undefined && { manages, version }),
    });
  const ids = manages ? { addGroupAdmin: [userId] } : { removeGroupAdmin: [userId] };
  return updateGroup(services, { groupId, version, ...ids });
}

/** What a group gives, with what waits to be confirmed (C-077), and the group's version. */
export function accessQuery(services: Services, groupId: string) {
  return queryOptions({
    queryKey: ["group-access", groupId],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { version } = await dataOf(
        services.api.GET("/api/security/admin/user-group/info", { params: { query: { groupId } }, signal }),
      );
      const [access] = await dataOf(
        services.api.GET("/api/security/admin/user-group/access-info", {
          params: { query: { groupId } },
          signal,
        }),
      );
      return { version, products: access?.products ?? [] };
    },
    meta: { ownMessage: true },
  });
}

/** The access rights of a product by their modules, with those that the group gives (C-051). */
export function rightsOfProduct({ api }: Services, projectId: number, groupId: string) {
  return queryOptions({
    queryKey: ["rights-tree", projectId, "group", groupId],
    enabled: projectId > 0,
    staleTime: 0,
    queryFn: ({ signal }) => {
      const params = { query: { projectId, userGroupId: groupId } };
      return dataOf(api.GET("/api/security/admin/access/list-by-project", { params, signal }));
    },
    meta: { ownMessage: true },
  });
}

export function changeAccess(
  services: Services,
  groupId: string,
  version: number,
  change: { addAccessIds: string[]; removeAccessIds: string[] },
) {
  return write(services, "/api/security/admin/user-group/update-access", { groupId, version, ...change });
}

/** Confirms all waiting changes of these access rights (C-030). */
export function confirmAccess(services: Services, accessIds: string[]) {
  return write(services, "/api/security/admin/access/confirm", { accessIds });
}

export function deleteGroup(services: Services, groupId: string, version: number) {
  return write(services, "/api/security/admin/user-group/delete", { groupId, version, confirm: true });
}
