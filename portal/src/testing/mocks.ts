import type { AnswersFile, BodyOf, DataOf, Method, PathOf, QueryOf } from "../api/call";
import type { paths } from "../api/schema";

// Mocks of the product API, typed by path and method from the OpenAPI document, and bound to no tool: Vitest serves them
// by msw (server.ts), the checks in a real browser by a server of Node (browser/fake-atrium.mjs).

/** What a request says to the mock that answers it. Whatever stands in an address is text. */
export interface Asked<P extends keyof paths, M extends Method> {
  query: { [Name in keyof QueryOf<P, M>]?: string };
  body: BodyOf<P, M>;
}

/** An answer: an envelope, anything else that HTTP allows, or none at all. */
export type Reply<T> =
  | { kind: "success"; data: T }
  | { kind: "refusal"; status: number; msg: string; more: RefusalDetails }
  | { kind: "http"; code: number; headers: Record<string, string> }
  | { kind: "nobody" };

/** A file; `broken` where its connection ends before it does. */
export interface FileReply {
  kind: "file";
  type: string;
  text: string;
  broken: boolean;
}

/** How a call may be answered. */
type ReplyTo<P extends keyof paths, M extends Method> =
  AnswersFile<P, M> extends true ? FileReply | Reply<never> : Reply<DataOf<P, M>>;

/** What a refusal may tell beside its words. */
export interface RefusalDetails {
  field?: string;
  faults?: { field: string; msg: string; row?: number; column?: string }[];
  conflict?: { by?: string; at: number };
}

/** One mocked call. */
export interface Mock {
  method: Method;
  path: string;
  reply: (asked: { query: Record<string, string>; body: unknown }) => Promise<Reply<unknown> | FileReply>;
}

/** Mocks one call. A path, a method, a field or an answer that the OpenAPI document does not have does not compile. */
export function mock<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  reply: (asked: Asked<P, M>) => ReplyTo<P, M> | Promise<ReplyTo<P, M>>,
): Mock {
  return { method, path, reply: (asked) => Promise.resolve(reply(asked as Asked<P, M>)) };
}

export function success<T>(data: T): Reply<T> {
  return { kind: "success", data };
}

/** A refusal as the server words it: HTTP 200 and a status above 0 (G-85). */
export function refusal(status: number, msg: string, more: RefusalDetails = {}): Reply<never> {
  return { kind: "refusal", status, msg, more };
}

/** What a proxy says, without an envelope. */
export function bare(code: number, headers: Record<string, string> = {}): Reply<never> {
  return { kind: "http", code, headers };
}

export function file(type: string, text: string, { broken = false } = {}): FileReply {
  return { kind: "file", type, text, broken };
}

/** The connection fails. */
export const nobody: Reply<never> = { kind: "nobody" };

/** The envelope around an answer; none where there is no envelope. */
export function envelopeOf(
  reply: Reply<unknown> | FileReply,
  requestIds = { success: "req-1", refusal: "req-7" },
) {
  switch (reply.kind) {
    case "success":
      return { status: 0, data: reply.data, msg: "success", requestId: requestIds.success };
    case "refusal":
      return {
        status: reply.status,
        data: null,
        msg: reply.msg,
        requestId: requestIds.refusal,
        ...reply.more,
      };
    default:
      return undefined;
  }
}
