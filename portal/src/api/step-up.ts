import { useEffect, useState } from "react";
import type { Proof } from "./session/challenge";

// A call may need a newer or stronger proof of the person than the session has (RFC 9470). The portal then asks the
// person to confirm it, goes to the sign-in, and comes back to what they were doing.

/** What was interrupted. */
export interface Errand {
  proof: Proof;
  /** What to open again: a word such as `add-authenticator`, never a secret. */
  word?: string | undefined;
}

let word: string | undefined;
let resumed: string | undefined;
let asked: Errand | undefined;
const listeners = new Set<() => void>();

/** The errand that waits for the person's answer. */
export const stepUpAsked = (): Errand | undefined => asked;

export function onStepUp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the person, for what is open now. */
export function askStepUp(proof: Proof): void {
  publish({ proof, word });
}

/** The person has answered. */
export function closeStepUp(): void {
  publish(undefined);
}

function publish(next: Errand | undefined): void {
  asked = next;
  listeners.forEach((listener) => listener());
}

/** The word of what the component shows, as long as it is there. */
export function useErrand(ofThis: string): void {
  useEffect(() => {
    word = ofThis;
    return () => {
      word = undefined;
    };
  }, [ofThis]);
}

/** The person is back: the page opens this again. */
export function resume(interrupted: string | undefined): void {
  resumed = interrupted;
}

/** The word of what the sign-in interrupted, for the first page that is shown after it. */
export function useResumed(): string | undefined {
  const [first] = useState(() => resumed);
  useEffect(() => resume(undefined), []);
  return first;
}
