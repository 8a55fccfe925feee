import type { components } from "../api/schema";
import { endsWithin } from "./last-day";
import { hasPart, mockList } from "./mock-list";
import { mock, success, type Mock } from "./mocks";

type Member = components["schemas"]["GroupMemberRow"];

export function aMember(given: Partial<Member> = {}): Member {
  return {
    userId: "u-1",
    userName: "EveNewcomer",
    fullName: "Eve Newcomer",
    email: "eve@demo.test",
    status: 0,
    statusName: "",
    actionId: 0,
    groupId: "g-1",
    isManager: false,
    canUndo: false,
    ...given,
  };
}

const FOUND = Array.from({ length: 23 }, (_, index) => ({
  username: `FinnMember${index + 1}`,
  fullName: `Finn Member ${index + 1}`,
  agencyName: index % 2 === 0 ? "Northlight" : null,
  email: index % 2 === 0 ? `finn.${index + 1}@demo.test` : null,
}));

/** Mocks the people of a group for its manager. `sent` collects the bodies of all changes. */
export function fakeMembers(members: Member[] = someMembers) {
  const state = { members, invitations: someInvitations(), sent: [] as unknown[] };
  const change = (userId: string, changes: Partial<Member>) => {
    state.members = state.members.map((one) => (one.userId === userId ? { ...one, ...changes } : one));
  };
  const mocks: Mock[] = [
    mockList("/api/security/admin/user-group/group-management-list", {
      rows: () => state.members,
      filters: {
        groupId: (row, value) => row.groupId === value,
        context: ({ userName, fullName, email }, part) =>
          hasPart(`${userName} ${fullName} ${email ?? ""}`, part),
        status: (row, value) => row.status === Number(value),
        endsWithin: ({ endsOn }, days) => endsWithin(endsOn, days),
      },
      sorts: { username: ({ userName }) => userName, fullName: ({ fullName }) => fullName },
    }),
    mock("get", "/api/security/admin/user-group/access-info", ({ query }) =>
      success(query.groupId === "g-1" ? [{ groupId: "g-1", groupName: "Finance", products: [] }] : []),
    ),
    mock("get", "/api/security/admin/user-group/add-user-list", ({ query }) => {
      const found = FOUND.filter(({ username }) => hasPart(username, query.context ?? ""));
      const [page, size] = [Number(query.pageNum), Number(query.pageSize)];
      return success({
        list: found.slice((page - 1) * size, page * size),
        total: found.length,
        more: false,
        sort: "username",
      });
    }),
    mock("post", "/api/security/admin/user-group/approve", ({ body }) => {
      state.sent.push(body);
      change(body.userId, { status: 0, statusName: "", actionId: 0, request: null });
      return success(null);
    }),
    mock("post", "/api/security/admin/user-group/reject", ({ body }) => {
      state.sent.push(body);
      change(body.userId, { status: 2, statusName: "refused", actionId: 5, request: null });
      return success(null);
    }),
    mock("post", "/api/security/admin/user-group/extend", ({ body }) => {
      state.sent.push(body);
      change(body.userId, {
        endsOn: body.endsOn ?? null,
        extendsTo: null,
        canUndo: false,
        request: null,
      });
      return success({ version: null });
    }),
    mock("post", "/api/security/admin/user-group/delete", ({ body }) => {
      state.sent.push(body);
      state.members = state.members.filter(({ userId }) => userId !== body.userId);
      return success(null);
    }),
    mock("post", "/api/security/admin/user-group/add-user", ({ body }) => {
      state.sent.push(body);
      state.members = [...state.members, aMember({ userId: "u-9", userName: body.username ?? "" })];
      return success({ userId: "u-9", status: 0 });
    }),
    mock("post", "/api/security/user-group/invitation-mail", ({ body }) => {
      state.sent.push(body);
      const failed = body.emailList.map(({ email }) => email).filter((email) => email.startsWith("nobody"));
      return success({ sent: body.emailList.length - failed.length, failed });
    }),
    mockList("/api/security/user-group/invitation/list", {
      rows: () => state.invitations,
      filters: { groupId: () => true },
      sorts: { created: ({ createdAt }) => createdAt },
    }),
    mock("post", "/api/security/user-group/invitation/withdraw", ({ body }) => {
      state.sent.push(body);
      const before = state.invitations.length;
      state.invitations = state.invitations.filter(({ id }) => id !== body.invitationId);
      return success({ withdrawn: state.invitations.length < before });
    }),
  ];
  return { state, mocks };
}

/** An open invitation to register, and one that has expired. */
function someInvitations(): components["schemas"]["InvitationRow"][] {
  const createdAt = Date.now();
  const week = 7 * 24 * 3_600_000;
  return [
    {
      id: "i-1",
      email: "li.wei@demo.test",
      invitedBy: "Dan Member",
      createdAt,
      expiresAt: createdAt + week,
    },
    {
      id: "i-2",
      email: "amelie.of.the.northern.client.service@northlight-media.example",
      invitedBy: "李明",
      createdAt: createdAt - 2 * week,
      expiresAt: createdAt - week,
    },
  ];
}

/** People in every state, some with long and Chinese names. */
export const someMembers: Member[] = [
  aMember({ userId: "u-me", userName: "DanMember", fullName: "Dan Member", actionId: 3, isManager: true }),
  aMember(),
  aMember({
    userId: "u-3",
    userName: "LiMing",
    fullName: "李明",
    email: "li.ming.of.the.northern.client.service@northlight-media.example",
    endsOn: "2026-12-01",
    extendsTo: "2027-03-01",
    canUndo: true,
  }),
  aMember({
    userId: "u-4",
    userName: "FinnMember",
    fullName: "Finn Member",
    status: 1,
    actionId: 2,
    request: {
      id: "q-4",
      kind: "join",
      reason: "I join the spring campaign",
      wantedDays: 30,
      c_time: "2026-11-20 10:00:00",
      dueOn: "2026-11-25",
      overdue: false,
    },
  }),
  aMember({
    userId: "u-5",
    userName: "GretaGone",
    fullName: "Greta Gone",
    status: 2,
    statusName: "expired",
    actionId: 1,
  }),
  aMember({
    userId: "u-6",
    userName: "HugoHome",
    fullName: "",
    email: null,
    status: 2,
    statusName: "invited",
    actionId: 5,
  }),
];

export const standIn = () => fakeMembers().mocks;
