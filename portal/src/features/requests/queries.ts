import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import { ApiFailure } from "../../api/failure";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write, type Written } from "../../api/write";
import type { Asked } from "../../kit/asking/queries";
import { inPieces, type Outcome } from "../../kit/in-pieces";
import { listQuery } from "../../kit/list-query";

declare module "../../api/kept" {
  interface Kept {
    "my-groups": true;
    "my-requests": true;
    requests: true;
    members: true;
    "group-invitations": true;
    "people-to-add": true;
    "my-access": true;
  }
  interface Changes {
    "/api/security/user/user-group/ask-extension": Asked;
    "/api/security/user/user-group/withdraw": Asked;
    "/api/security/user/user-group/decide": Decided;
    "/api/security/admin/user/project-examine": Decided;
    "/api/security/admin/user-group/approve": Decided;
    "/api/security/admin/user-group/reject": Decided;
    "/api/security/admin/user-group/delete": Decided;
    "/api/security/admin/user-group/extend": Decided;
    "/api/security/admin/user-group/add-user": Decided;
    "/api/security/user-group/invitation-mail": Invitations;
    "/api/security/user-group/invitation/withdraw": Invitations;
  }
}

type Schemas = components["schemas"];
export type MyGroup = Schemas["MyGroupRow"];
export type Request = Schemas["RequestListRow"];

export type Member = Schemas["GroupMemberRow"];

/** What a person can do with a group (K-47). */
export const GROUP_ACTION = { apply: 0, manage: 1, wait: 2, leave: 3 } as const;

/** The stale answers after a decision about requests. */
export const DECIDED = [
  ...(["requests", "members", "my-groups", "group-notice", "people-to-add", "access"] as const),
  ...(["groups", "group", "group-people", "group-access", "group-industries", "products"] as const),
] as const;
type Decided = (typeof DECIDED)[number];

/** The stale answers after an invitation was sent or withdrawn. */
export const INVITATIONS = [...DECIDED, "group-invitations"] as const;
type Invitations = (typeof INVITATIONS)[number];

export const myGroupList = listQuery("my-groups", "/api/security/user/user-group/group-list");

const ownRequests = listQuery("my-requests", "/api/security/user/user-group/my-requests");

/** One's own requests, the newest first unless the reader orders them otherwise. */
export const myRequestList: typeof ownRequests = (services, paging) =>
  ownRequests(services, { sort: "-created", ...paging });

export function leave(services: Services, groupId: string) {
  return write(services, "/api/security/user/user-group/apply", { groupId, actionId: GROUP_ACTION.leave });
}

export function askForMoreTime(services: Services, groupId: string) {
  return write(services, "/api/security/user/user-group/ask-extension", { groupId });
}

export function withdraw(services: Services, requestId: string) {
  return write(services, "/api/security/user/user-group/withdraw", { requestId });
}

const queue = listQuery("requests", "/api/security/user/user-group/request-list");

/** What waits for the reader, the next due first unless the reader orders it otherwise. */
export const requestQueue: typeof queue = (services, paging) => queue(services, { sort: "due", ...paging });

/** A decision about requests. */
export interface Decision {
  requests: Request[];
  status: "approved" | "refused";
  /** The reason of a refusal. */
  comment: string;
}

type DecidePath = "/api/security/user/user-group/decide" | "/api/security/admin/user/project-examine";

export type Deciding = Promise<Written<DecidePath, Outcome>>;

/** Requests from position `at` are undecided because of `failure`. */
function stopped(data: Outcome, requests: Request[], at: number, failure: unknown): Outcome {
  return { ...data, undecided: requests.slice(at).map(({ id }) => id), failure };
}

/**
 * Decides about requests that wait for the reader, all or none of each hundred; it skips those that others have
 * decided.
 */
export async function decide(services: Services, { requests, status, comment }: Decision): Deciding {
  const path = "/api/security/user/user-group/decide" as const;
  const data = await inPieces(requests, async (ids) => {
    const written = await write(services, path, { ids, status, comment });
    return written.data;
  });
  return { path, data };
}

/** Decides as an administrator, one after the other. Requests that others have decided before are skipped. */
export async function examine(services: Services, { requests, status, comment }: Decision): Deciding {
  const path = "/api/security/admin/user/project-examine" as const;
  const data: Outcome = { decided: [], skipped: [], unusable: [], undecided: [] };
  for (const [at, { id, version }] of requests.entries()) {
    try {
      await write(services, path, { id, status, comment, version });
      data.decided.push(id);
    } catch (error) {
      const isLate = error instanceof ApiFailure && error.conflict !== undefined;
      if (at === 0 && (!isLate || requests.length === 1)) throw error;
      if (!isLate) return { path, data: stopped(data, requests, at, error) };
      data.skipped.push(id);
    }
  }
  return { path, data };
}

/** What the reader's groups open: a tree of group, product and access right (C-077). */
export function myAccessQuery({ api }: Pick<Services, "api">) {
  return queryOptions({
    queryKey: ["my-access"],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/security/admin/user-group/access-info", { params: { query: {} }, signal })),
    meta: { ownMessage: true },
  });
}
