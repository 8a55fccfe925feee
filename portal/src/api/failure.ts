import type { components } from "./schema";

/** How a call ended (K-45). */
type EnvelopeStatus = components["schemas"]["EnvelopeStatus"];

/** Status codes of the product API. A number that the server does not have does not compile. */
export const STATUS = {
  success: 0,
  fileTemplate: 1,
  needLogin: 100000,
  userExists: 100011,
  illegalArgument: 100012,
  notAuthorized: 100013,
  other: 999999,
} as const satisfies Record<string, EnvelopeStatus>;

export type FailureKind = "network" | "denied" | "busy" | "needLogin" | "stepUp" | "refused";

/** What is wrong with one field; with `row` and `column` if a file was sent. */
export interface FieldFault {
  /** The path of the field in the call: `email`, `links[1].url`. */
  field: string;
  /** In the reader's language. */
  msg: string;
  /** `form` if the message does not describe the form that the field needs. */
  rule?: string | null;
  row?: number | null;
  column?: string | null;
}

/** Somebody else changed the same thing after the reader had loaded it. */
export interface OtherChange {
  /** The person's name; null for the command line and the server. */
  by?: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** The further contents of a refusal. */
export interface FailureDetails {
  status?: EnvelopeStatus | undefined;
  requestId?: string | undefined;
  faults?: FieldFault[] | undefined;
  conflict?: OtherChange | undefined;
}

/** A call that failed. Pages see this, never the envelope. */
export class ApiFailure extends Error {
  override name = "ApiFailure";

  readonly status: EnvelopeStatus | undefined;
  readonly requestId: string | undefined;
  readonly faults: FieldFault[];
  readonly conflict: OtherChange | undefined;

  constructor(
    readonly kind: FailureKind,
    /** The server's message; empty if there is none. */
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

/** Whether another try may succeed: the connection was lost, or the server was busy. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiFailure && (error.kind === "network" || error.kind === "busy");
}

/** Whether the server has refused: the same call would fail again. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiFailure && (error.kind === "refused" || error.kind === "denied");
}

/** Whether the person must confirm first that it is them. The portal is asking them already (`api/step-up.ts`). */
export function needsStepUp(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind === "stepUp";
}

/** The request id to tell an administrator, if the failure has one. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiFailure ? error.requestId : undefined;
}
