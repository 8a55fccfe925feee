/** Status codes of the product API (K-45). */
export const STATUS = {
  success: 0,
  fileTemplate: 1,
  needLogin: 100000,
  userExists: 100011,
  illegalArgument: 100012,
  notAuthorized: 100013,
  other: 999999,
} as const;

export type FailureKind = "network" | "denied" | "busy" | "needLogin" | "refused";

/** A call that did not succeed, as pages see it: no page knows the envelope. */
export class ApiFailure extends Error {
  override name = "ApiFailure";

  constructor(
    readonly kind: FailureKind,
    /** The server's own words, empty when it gave none. */
    message: string,
    readonly status?: number,
    readonly requestId?: string,
    /** The field that the server could not take. */
    readonly field?: string,
  ) {
    super(message);
  }
}

/** What a page may do about it by itself: a lost connection or a busy server are worth another try. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiFailure && (error.kind === "network" || error.kind === "busy");
}

/** The id to quote to an administrator, if the failure has one. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiFailure ? error.requestId : undefined;
}
