import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import type { ListFile } from "../../kit/list-download";
import { fileOf, listFile } from "../../kit/list-file";
import { listQuery } from "../../kit/list-query";
import type { Member } from "./queries";

/** What a manager can do with a person (K-48, F-48); every other number is a dash. */
export const MEMBER_ACTION = {
  remove: 0,
  approve: 1,
  decide: 2,
} as const satisfies Record<string, Member["actionId"]>;

/** The people of one group (C-078). */
export const memberList = (groupId: string) =>
  listQuery("members", "/api/security/admin/user-group/group-management-list", (filters) => ({
    ...filters,
    groupId,
  }));

/** The same people as a file. */
export function memberFile(groupId: string): ListFile {
  return fileOf(listFile("members.csv", "/api/security/admin/user-group/member-export"), { groupId });
}

export function approveMember(services: Services, { groupId, userId }: Member) {
  return write(services, "/api/security/admin/user-group/approve", { groupId, userId });
}

export function rejectMember(services: Services, { groupId, userId }: Member, reason: string) {
  return write(services, "/api/security/admin/user-group/reject", { groupId, userId, reason });
}

export function deleteMember(services: Services, { groupId, userId }: Member) {
  return write(services, "/api/security/admin/user-group/delete", { groupId, userId });
}

/** Gives a member another last day, unless it is no longer `readEndsOn`, the day that the reader saw; empty for none. */
export function extendMember(
  services: Services,
  { groupId, userId }: Member,
  endsOn: string,
  readEndsOn: string,
) {
  return write(services, "/api/security/admin/user-group/extend", { groupId, userId, endsOn, readEndsOn });
}

export function addUser(services: Services, groupId: string, username: string) {
  return write(services, "/api/security/admin/user-group/add-user", { groupId, username });
}

/** Whom an invitation is for (G-65): people who have an account, or people who register. */
export const INVITED = { members: 1, newcomers: 2 } as const;
export type Invited = keyof typeof INVITED;

export function invite(services: Services, groupId: string, whom: Invited, emails: string[]) {
  const emailList = emails.map((email) => ({ email }));
  const type = INVITED[whom];
  return write(services, "/api/security/user-group/invitation-mail", { type, groupId, emailList });
}

/** The invitations to register that are neither accepted nor withdrawn. */
export const invitationList = (groupId: string) =>
  listQuery("group-invitations", "/api/security/user-group/invitation/list", () => ({ groupId }));

export function withdrawInvitation(services: Services, groupId: string, invitationId: string) {
  return write(services, "/api/security/user-group/invitation/withdraw", { groupId, invitationId });
}

/** The people that a manager can add, by a part of name or address (C-079, F-22). */
export function peopleToAdd(
  { api }: Pick<Services, "api">,
  query: { groupId: string; context: string; pageNum: number; pageSize: number },
) {
  return queryOptions({
    queryKey: ["people-to-add", query],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/security/admin/user-group/add-user-list", { params: { query }, signal })),
    enabled: query.context !== "",
    meta: { ownMessage: true },
  });
}
