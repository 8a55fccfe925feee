/** Says in an answer how many seconds the session has left, if nobody uses it. */
const ENDS_IN = "atrium-session-ends-in";

let endsAt: number | undefined;
const listeners = new Set<() => void>();

/** When the session ends if nobody uses it, as the newest answer says, in milliseconds since 1970. */
export const sessionEnd = () => endsAt;

export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function noteSessionEnd({ headers }: Response): void {
  const left = Number(headers.get(ENDS_IN));
  if (!left) return;
  endsAt = Date.now() + left * 1000;
  listeners.forEach((listener) => listener());
}
