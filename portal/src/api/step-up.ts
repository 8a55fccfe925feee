import type { Proof } from "./session/proof";

// A call may need a newer or stronger proof of the person than the session has (RFC 9470). The portal then asks the
// person to confirm it, goes to the sign-in, and comes back to what they were doing. `use-errand.ts` has the hooks.

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
}

let asked: Asked | undefined;
const listeners = new Set<() => void>();

export const place = {
  /** The word of what is open. */
  open: undefined as string | undefined,
  /** The word of what the person was doing before they came back. */
  resumed: undefined as string | undefined,
};

export const stepUpAsked = (): Asked | undefined => asked;

export function onStepUp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the person, for what is open now. Without a challenge they have answered. */
export function askStepUp(challenge?: string): void {
  asked = challenge === undefined ? undefined : { challenge, word: place.open };
  listeners.forEach((listener) => listener());
}
