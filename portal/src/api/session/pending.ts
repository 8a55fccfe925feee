/** A sign-in under way in this tab: what the callback must find again, under its `state`. */
export interface Pending {
  verifier: string;
  nonce: string;
  /** Path, query and fragment the person was heading for. */
  returnTo: string;
}

const PREFIX = "atrium.sign-in.";
const ATTEMPTS = "atrium.sign-in-attempts";
const WINDOW_MS = 30_000;
const MOST_ATTEMPTS = 3;

export function keepPending(state: string, pending: Pending): void {
  // Only this tab's own sign-in can be running here; older ones were abandoned.
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  }
  sessionStorage.setItem(PREFIX + state, JSON.stringify(pending));
}

/** Takes the pending sign-in out: a callback address works once. */
export function takePending(state: string): Pending | undefined {
  const kept = sessionStorage.getItem(PREFIX + state);
  sessionStorage.removeItem(PREFIX + state);
  return kept === null ? undefined : (JSON.parse(kept) as Pending);
}

/** Counts the redirects to sign-in; true when they go in a circle and a person has to be asked. */
export function goesInCircles(now: number): boolean {
  const recent = (JSON.parse(sessionStorage.getItem(ATTEMPTS) ?? "[]") as number[]).filter(
    (time) => now - time < WINDOW_MS,
  );
  sessionStorage.setItem(ATTEMPTS, JSON.stringify([...recent, now]));
  return recent.length >= MOST_ATTEMPTS;
}

/** The sign-in held, or a person asked for a new try. */
export function forgetAttempts(): void {
  sessionStorage.removeItem(ATTEMPTS);
}
