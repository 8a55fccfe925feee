import { proofWanted } from "./session/challenge";
import type { Proof } from "./session/proof";

// A call may need a newer or stronger proof of the person than the session has (RFC 9470). The portal then asks the
// person to confirm it, goes to the sign-in, and comes back to what they were doing. `use-errand.ts` has the hooks. From a
// form with typed work the sign-in opens in another tab, and the call is repeated after it.

/** A sign-in in between. */
export interface Errand {
  proof: Proof;
  /** What to open again: a word such as `add-authenticator`, never a secret. */
  word?: string | undefined;
}

/** What waits for the person's answer. */
export interface Asked {
  challenge: string;
  word: string | undefined;
  /** The call waits for a sign-in in another tab. */
  waits: boolean;
}

let asked: Asked | undefined;
let waiting: ((proved: boolean) => void)[] = [];
const listeners = new Set<() => void>();

export const place = {
  /** The word of what is open. */
  open: undefined as string | undefined,
  /** The word of what the person was doing before they came back. */
  resumed: undefined as string | undefined,
  /** Whether leaving this document would lose what somebody typed. */
  holdsWork: () => false,
};

export const stepUpAsked = (): Asked | undefined => asked;

export function onStepUp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Asks the person, for what is open now. True once they have proved it in another tab; false at once if this tab goes to
 * the sign-in, or when they decline.
 */
export function askStepUp(challenge: string): Promise<boolean> {
  const waits = place.open === undefined && place.holdsWork();
  show({ challenge, word: place.open, waits });
  return waits ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(false);
}

/** The person has answered. */
export function answerStepUp(proved: boolean): void {
  const calls = waiting;
  waiting = [];
  show(undefined);
  calls.forEach((answer) => answer(proved));
}

function show(next: Asked | undefined): void {
  asked = next;
  listeners.forEach((listener) => listener());
}

/** Sends a call, and once more if the person has proved what it wants. */
export async function sendProved(
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  const again = request.clone();
  const response = await send(request);
  const challenge = proofWanted(response);
  return challenge && (await askStepUp(challenge)) ? send(again) : response;
}
