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

/** What is wrong with one field; `row` and `column` where a file was sent. */
export interface FieldFault {
  /** Its path, as the call names it: `email`, `links[1].url`. */
  field: string;
  /** In the reader's language. */
  msg: string;
  row?: number | null;
  column?: string | null;
}

/** A change by somebody else, after the reader fetched what they wanted to change. */
export interface OtherChange {
  /** The person's name; null for the command line and the server itself. */
  by?: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** What a refusal tells beside its words. */
export interface FailureDetails {
  status?: number | undefined;
  requestId?: string | undefined;
  /** Everything that is wrong, field by field. */
  faults?: FieldFault[] | undefined;
  conflict?: OtherChange | undefined;
}

/** A call that did not succeed, as pages see it: no page knows the envelope. */
export class ApiFailure extends Error {
  override name = "ApiFailure";

  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly faults: FieldFault[];
  readonly conflict: OtherChange | undefined;

  constructor(
    readonly kind: FailureKind,
    /** The server's own words, empty when it gave none. */
    message: string,
    { status, requestId, faults = [], conflict }: FailureDetails = {},
  ) {
    super(message);
    this.status = status;
    this.requestId = requestId;
    this.faults = faults;
    this.conflict = conflict;
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
