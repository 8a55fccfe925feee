import type { components } from "../api/schema";
import { hasPart, mockList } from "./mock-list";
import { mock, refusal, success, type Mock } from "./mocks";
import { groupAdmins, products } from "./people-and-products";

type Schemas = components["schemas"];
type MyGroup = Schemas["MyGroupRow"];
type Request = Schemas["RequestListRow"];

/** Applications that groups open, some with long and Chinese names. */
export const someOpened: Schemas["OpenedProduct"][] = products
  .filter(({ id }) => [4, 5, 11, 12, 13].includes(id))
  .map(({ id, name, iconimgUrl, tileHue }) => ({
    productId: id,
    productName: name,
    iconimgUrl,
    tileHue,
  }));

export function aMyGroup(given: Partial<MyGroup> = {}): MyGroup {
  return {
    groupId: "g-1",
    groupName: "Finance",
    groupAdmin: "Chloe Manager",
    adminMsg: "Write to chloe@demo.test, answers within a day.",
    desc: "Budgets and invoices",
    c_time: "2026-11-20 10:00:00",
    numbersOfMembers: 12,
    nameList: "",
    actionId: 0,
    applyCount: 0,
    statusName: "",
    outcome: "",
    decideBy: "2026-12-03",
    opens: someOpened.slice(0, 2),
    opensCount: 2,
    ...given,
  };
}

export function aRequest(given: Partial<Request> = {}): Request {
  return {
    id: "r-1",
    kind: "join",
    userId: "u-1",
    username: "DanMember",
    fullName: "Dan Member",
    email: "dan@demo.test",
    groupId: "g-2",
    groupName: "Client Service North",
    numbersOfMembers: 1234,
    groupAdmin: "",
    opens: someOpened.slice(0, 2),
    opensCount: 2,
    reason: "I join the spring campaign",
    status: "pending",
    state: "pending",
    step: 2,
    version: 1,
    c_time: "2026-11-20 10:00:00",
    createdAt: Date.UTC(2026, 10, 20, 10),
    dueOn: "2026-11-25",
    refuseOn: "2026-11-30",
    overdue: false,
    comment: "",
    mayDecide: false,
    ...given,
  };
}

/** Mocks groups and requests of the signed-in person, and requests to decide. `sent` collects the bodies of all changes. */
export function fakeRequests(groups: MyGroup[] = someMyGroups, requests: Request[] = someRequests) {
  const state = { groups, requests, queue: someToDecide, sent: [] as unknown[], unusable: [] as string[] };
  const decided = (id: string, status: string, comment: string | null = "") => {
    state.queue = state.queue.map((one) =>
      one.id === id
        ? { ...one, status, state: status, comment: comment ?? "", decidedBy: "Dan Member", mayDecide: false }
        : one,
    );
  };
  const toDecide = {
    rows: () => state.queue,
    filters: {
      context: (row: Request, part: string) => hasPart(`${row.fullName} ${row.groupName}`, part),
      groupId: (row: Request, value: string) => row.groupId === value,
    },
    sorts: { created: ({ createdAt }: Request) => createdAt, due: ({ dueOn }: Request) => dueOn },
  };
  const place = (groupId: string, changes: Partial<MyGroup>) => {
    state.groups = state.groups.map((one) => (one.groupId === groupId ? { ...one, ...changes } : one));
  };
  const waits = (groupId: string) => place(groupId, { actionId: 2, statusName: "pending" });
  const mocks: Mock[] = [
    mockList("/api/security/user/user-group/group-list", {
      rows: () => state.groups,
      filters: {
        context: ({ groupName, groupAdmin }, part) => hasPart(`${groupName} ${groupAdmin}`, part),
        mine: ({ actionId, outcome }, part) =>
          part === "2" ? actionId === 0 : actionId > 0 || outcome !== "",
      },
      sorts: { groupName: ({ groupName }) => groupName, created: ({ c_time }) => c_time },
    }),
    mockList("/api/security/user/user-group/my-requests", {
      rows: () => state.requests,
      filters: {
        context: ({ groupName, projectName }, part) => hasPart(`${groupName} ${projectName ?? ""}`, part),
        state: (row, value) => row.state === value,
      },
      sorts: { created: ({ createdAt }) => createdAt, due: ({ dueOn }) => dueOn },
    }),
    mockList("/api/security/user/user-group/request-list", {
      ...toDecide,
      rows: () => state.queue.filter((row) => row.state === "pending"),
      filters: {
        ...toDecide.filters,
        status: (row, value) => row.state === value,
        requestId: ({ id }, value) => id === value,
      },
    }),
    mockList("/api/security/admin/app/access_application_list", {
      ...toDecide,
      filters: {
        ...toDecide.filters,
        status: (row, value) => row.state === value,
        projectId: ({ projectId }, value) => String(projectId) === value,
      },
    }),
    mock("post", "/api/security/user/user-group/decide", ({ body }) => {
      state.sent.push(body);
      const unusable = body.ids.filter((id) => state.unusable.includes(id));
      const waiting = (id: string) =>
        !unusable.includes(id) && state.queue.some((row) => row.id === id && row.state === "pending");
      const skipped = body.ids.filter((id) => !waiting(id));
      const answer = { decided: body.ids.filter(waiting), skipped, unusable };
      for (const id of answer.decided) decided(id, body.status, body.comment);
      return success(answer);
    }),
    mock("post", "/api/security/admin/user/project-examine", ({ body }) => {
      state.sent.push(body);
      decided(body.id, body.status, body.comment);
      return success({ requestId: body.id, state: body.status });
    }),
    mock("post", "/api/security/user/user-group/apply", ({ body }) => {
      state.sent.push(body);
      if (body.actionId === 3) {
        place(body.groupId, { actionId: 0, statusName: "" });
        return success({ statusName: "", actionId: 0 });
      }
      if ((body.wantedDays ?? 0) > 90) {
        const msg = "At most 90 days.";
        return refusal(100012, msg, { field: "wantedDays", faults: [{ field: "wantedDays", msg }] });
      }
      waits(body.groupId);
      return success({ statusName: "pending", actionId: 2, requestId: "r-9" });
    }),
    mock("post", "/api/security/user/user-group/ask-extension", ({ body }) => {
      state.sent.push(body);
      place(body.groupId, { requestId: "r-9", requestKind: "extend" });
      return success({ statusName: "approved", actionId: 3, requestId: "r-9" });
    }),
    mock("post", "/api/security/user/user-group/withdraw", ({ body }) => {
      state.sent.push(body);
      state.requests = state.requests.map((one) =>
        one.id === body.requestId ? { ...one, status: "refused", state: "withdrawn", step: 4 } : one,
      );
      return success({ requestId: body.requestId, state: "withdrawn" });
    }),
    mock("get", "/api/security/app/v2/list-info", ({ query }) => {
      const product = products.find(({ id }) => String(id) === query.appId);
      if (!product) return refusal(100012, "Illegal argument", { field: "appId" });
      const groups = product.whomToAsk === "groupManagers" ? groupAdmins : [];
      return success({ ...product, featuresBenefits: [], snapshots: [], files: [], grantedBy: [], groups });
    }),
    mock("get", "/api/security/app/applyOption", () =>
      success({
        groups: groupAdmins.map((group) => ({
          ...group,
          desc: "",
          decideBy: "2026-12-03",
          opens: someOpened,
          opensCount: 8,
        })),
        accesses: [],
      }),
    ),
    mock("post", "/api/security/app/apply", ({ body }) => {
      state.sent.push(body);
      return success({ id: "r-9", status: "pending" });
    }),
  ];
  return { state, mocks };
}

/** Groups in every state, some with long and Chinese names. */
export const someMyGroups: MyGroup[] = [
  aMyGroup(),
  aMyGroup({
    groupId: "g-2",
    groupName: "Client Service North",
    groupAdmin: "Ben Admin, Chloe Manager",
    adminMsg: "",
    actionId: 2,
    opens: someOpened,
    opensCount: 7,
    statusName: "pending",
    requestId: "r-1",
    requestKind: "join",
    dueOn: "2026-11-25",
  }),
  aMyGroup({
    groupId: "g-3",
    groupName: "Regional Client Service Directors North and all who stand in for them",
    groupAdmin: "",
    adminMsg: "",
    desc: "Everybody who signs contracts with clients of the northern region, and their deputies",
    numbersOfMembers: 1234,
    nameList: "Ada Super;李明;Eve Newcomer",
    actionId: 3,
    statusName: "approved",
    endsOn: "2026-12-01",
  }),
  aMyGroup({
    groupId: "g-4",
    groupName: "蓝岸广告媒介部",
    groupAdmin: "Dan Member",
    adminMsg: "",
    desc: "",
    actionId: 1,
    applyCount: 3,
    statusName: "approved",
  }),
  aMyGroup({
    groupId: "g-5",
    groupName: "Planning",
    adminMsg: "",
    desc: "",
    opens: [],
    opensCount: 0,
    statusName: "refused",
    outcome: "refused",
  }),
];

/** Requests in every state. */
export const someRequests: Request[] = [
  aRequest(),
  aRequest({
    id: "r-2",
    groupName: "Finance",
    kind: "extend",
    state: "approved",
    status: "approved",
    step: 4,
    decidedBy: "Chloe Manager",
    decidedAt: Date.UTC(2026, 10, 19, 10),
    createdAt: Date.UTC(2026, 10, 18, 10),
    wantedDays: 30,
    reason: "",
  }),
  aRequest({
    id: "r-3",
    groupName: "蓝岸广告媒介部",
    projectName: "媒体排期",
    state: "refused",
    status: "refused",
    step: 4,
    decidedBy: "李明",
    decidedAt: Date.UTC(2026, 10, 17, 10),
    createdAt: Date.UTC(2026, 10, 16, 10),
    comment: "Please ask the planning team, which owns this campaign until the end of the year.",
  }),
  aRequest({
    id: "r-4",
    groupName: "Planning",
    state: "timed_out",
    status: "refused",
    step: 4,
    createdAt: Date.UTC(2026, 10, 2, 10),
  }),
];

/** Requests of others that the reader decides about, the oldest first. */
export const someToDecide: Request[] = [
  aRequest({
    id: "q-1",
    username: "EveNewcomer",
    fullName: "Eve Newcomer",
    email: "eve@demo.test",
    agencyName: "Northlight",
    opens: someOpened,
    opensCount: 6,
    endsOn: "2027-05-26",
    createdAt: Date.UTC(2026, 10, 10, 10),
    dueOn: "2026-11-15",
    overdue: true,
    mayDecide: true,
  }),
  aRequest({
    id: "q-2",
    username: "LiMing",
    fullName: "李明",
    email: "li.ming.of.the.northern.client.service@northlight-media.example",
    kind: "extend",
    wantedDays: 90,
    reason: "",
    createdAt: Date.UTC(2026, 10, 18, 10),
    mayDecide: true,
  }),
  aRequest({
    id: "q-3",
    username: "FinnMember",
    fullName: "",
    email: null,
    groupName: "蓝岸广告媒介部",
    projectId: 5,
    projectName: "媒体排期",
    numbersOfMembers: 1,
    mayDecide: true,
  }),
];

export const standIn = () => fakeRequests().mocks;
