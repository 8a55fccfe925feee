import type { AnswersFile, BodyOf, DataOf, Method, PathOf, QueryOf } from "../api/call";
import type { paths } from "../api/schema";

// Mocks of the product API, typed by path and method from the OpenAPI document. Vitest serves them through msw
// (server.ts), the checks in a real browser through a Node server (browser/fake-atrium.mjs).

/** The request that a mock answers. Query parameters are texts. */
export interface Asked<P extends keyof paths, M extends Method> {
  query: { [Name in keyof QueryOf<P, M>]?: string };
  body: BodyOf<P, M>;
}

/** An envelope, another HTTP answer, or no answer. */
export type Reply<T> =
  | { kind: "success"; data: T }
  | { kind: "refusal"; status: number; msg: string; more: RefusalDetails; http?: HttpHead }
  | { kind: "http"; code: number; headers: Record<string, string> }
  | { kind: "nobody" };

/** Status and headers of an answer that has an envelope too. */
interface HttpHead {
  status: number;
  headers: Record<string, string>;
}

/** A file; `broken` if the connection ends too early. */
export interface FileReply {
  kind: "file";
  type: string;
  text: string;
  broken: boolean;
}

type ReplyTo<P extends keyof paths, M extends Method> =
  AnswersFile<P, M> extends true ? FileReply | Reply<never> : Reply<DataOf<P, M>>;

/** The further contents of a refusal. */
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

/** Mocks one call. A path, method, field or answer that is not in the OpenAPI document does not compile. */
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

/** A refusal of the server: HTTP 200 and a status above 0 (G-85). */
export function refusal(status: number, msg: string, more: RefusalDetails = {}): Reply<never> {
  return { kind: "refusal", status, msg, more };
}

/** The server wants a newer or stronger proof of the person (RFC 9470 section 3). */
export function stepUp(acr = "urn:atrium:acr:mfa"): Reply<never> {
  const challenge = `DPoP error="insufficient_user_authentication", acr_values="${acr}", max_age="300"`;
  return {
    ...{ kind: "refusal", status: 100013, msg: "Confirm that it is you, then do this again.", more: {} },
    http: { status: 401, headers: { "www-authenticate": challenge } },
  };
}

/** The answer of a proxy, without an envelope. */
export function bare(code: number, headers: Record<string, string> = {}): Reply<never> {
  return { kind: "http", code, headers };
}

export function file(type: string, text: string, { broken = false } = {}): FileReply {
  return { kind: "file", type, text, broken };
}

/** The connection fails. */
export const nobody: Reply<never> = { kind: "nobody" };

/** The envelope of an answer, if it has one. */
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
