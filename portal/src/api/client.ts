import createClient, { type Client } from "openapi-fetch";
import { addressOf } from "../address/base";
import { ApiFailure, STATUS, type FailureKind, type FieldFault, type OtherChange } from "./failure";
import type { components, paths } from "./schema";
import { proofWanted } from "./session/challenge";
import { SessionOver } from "./session/protocol";
import { sendProved } from "./step-up";

export type Api = Client<paths>;

interface Envelope<T> {
  status: components["schemas"]["EnvelopeStatus"];
  data?: T | null;
  msg: string;
  requestId?: string | null;
  field?: string | null;
  faults?: FieldFault[] | null;
  conflict?: OtherChange | null;
}

interface Answer<T> {
  data?: Envelope<T>;
  error?: unknown;
  response: Response;
}

/** The typed client of the product API, on the portal's own origin. `send` sends each request. */
export function createApi(send: (request: Request) => Promise<Response>): Api {
  return createClient<paths>({
    baseUrl: addressOf(""),
    fetch: (request) => sendProved(request, send),
  });
}

/** Unwraps the envelope: gives the data of status 0, else throws `ApiFailure`. */
export async function dataOf<T>(pending: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await pending.catch((cause: unknown) => {
    throw transportFailure(cause);
  });
  const envelope = data ?? (isEnvelope(error) ? error : undefined);
  if (envelope?.status === STATUS.success) return envelope.data as T;
  throw failureOf(response, envelope);
}

/** The failure that an answer says. */
export function failureOf(response: Response, envelope: Envelope<unknown> | undefined): ApiFailure {
  const { status, msg = "", requestId, field, faults, conflict } = envelope ?? {};
  // If the server names one field, its message is for that field.
  const named = field ? [{ field, msg }] : [];
  return new ApiFailure(proofWanted(response) ? "stepUp" : kindOf(response.status, status), msg, {
    status,
    requestId: requestId ?? response.headers.get("x-request-id") ?? undefined,
    faults: faults?.length ? faults : named,
    conflict: conflict ?? undefined,
  });
}

function transportFailure(cause: unknown): unknown {
  if (cause instanceof SessionOver) return new ApiFailure("needLogin", "");
  // `fetch` throws a TypeError if the connection fails.
  if (cause instanceof TypeError || (cause instanceof DOMException && cause.name === "TimeoutError")) {
    return new ApiFailure("network", "");
  }
  return cause;
}

function kindOf(http: number, status: Envelope<unknown>["status"] | undefined): FailureKind {
  if (http === 401 || status === STATUS.needLogin) return "needLogin";
  if (http === 429 || http === 503) return "busy";
  if (http === 403 || status === STATUS.notAuthorized) return "denied";
  return "refused";
}

export function isEnvelope(value: unknown): value is Envelope<never> {
  return typeof value === "object" && value !== null && "status" in value && "msg" in value;
}
