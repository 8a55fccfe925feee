/** A sign-in that this tab has begun. The callback finds it by its `state`. */
export interface Pending {
  verifier: string;
  nonce: string;
  /** Path, query and fragment of the page that the person wanted. */
  returnTo: string;
}

const PREFIX = "atrium.sign-in.";
const ATTEMPTS = "atrium.sign-in-attempts";
const WINDOW_MS = 30_000;
const MOST_ATTEMPTS = 3;

export function keepPending(state: string, pending: Pending): void {
  // Older sign-ins of this tab were abandoned.
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  }
  sessionStorage.setItem(PREFIX + state, JSON.stringify(pending));
}

/** Returns and removes the pending sign-in, so that a callback address works once. */
export function takePending(state: string): Pending | undefined {
  const kept = sessionStorage.getItem(PREFIX + state);
  sessionStorage.removeItem(PREFIX + state);
  return kept === null ? undefined : (JSON.parse(kept) as Pending);
}

/** Counts the redirects to the sign-in; true if there were so many that the person must decide. */
export function goesInCircles(now: number): boolean {
  const recent = (JSON.parse(sessionStorage.getItem(ATTEMPTS) ?? "[]") as number[]).filter(
    (time) => now - time < WINDOW_MS,
  );
  sessionStorage.setItem(ATTEMPTS, JSON.stringify([...recent, now]));
  return recent.length >= MOST_ATTEMPTS;
}

/** Starts the count again: the sign-in succeeded, or the person wants another try. */
export function forgetAttempts(): void {
  sessionStorage.removeItem(ATTEMPTS);
}
