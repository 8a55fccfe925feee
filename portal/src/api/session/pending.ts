import { BASE, ROOT } from "../../address/base";
import type { Proof } from "./proof";

/** A sign-in that this tab has begun. The callback finds it by its `state`. */
export interface Pending {
  verifier: string;
  nonce: string;
  /** Path, query and fragment of the page that the person wanted. */
  returnTo: string;
  /** What a person proves who has a session already, … */
  proof?: Proof | undefined;
  /** … what they were doing (`Errand`), … */
  word?: string | undefined;
  /** … and who they are. */
  subject?: string | undefined;
}

/** What a tab remembers over the redirects of a sign-in. */
interface Kept {
  /** The newest sign-in; older ones were abandoned. */
  pending?: Pending & { state: string };
  /** When the last redirects to the sign-in were. */
  attempts?: number[];
}

const KEY = "atrium.sign-in";
const WINDOW_MS = 30_000;
const MOST_ATTEMPTS = 3;
/** A cookie of 4 KiB is refused whole. */
const LONGEST = 2_000;
/**
 * Only this host can write a cookie of this name (RFC 6265bis section 4.1.3.2), so nobody can plant a sign-in. Under a path
 * the host's other programs are trusted.
 */
const COOKIE = location.protocol === "https:" ? `__${BASE ? "Secure" : "Host"}-${KEY}` : KEY;

export function keepPending(state: string, pending: Pending): void {
  keep({ ...kept(), pending: { ...pending, state } });
}

/** Returns and removes the pending sign-in, so that a callback address works once. */
export function takePending(state: string): Pending | undefined {
  const { pending, ...rest } = kept();
  if (pending?.state !== state) return undefined;
  keep(rest);
  return pending;
}

/** Counts the redirects to the sign-in; true if there were too many and the person must decide. */
export function goesInCircles(now: number): boolean {
  const before = kept();
  const recent = (before.attempts ?? []).filter((time) => now - time < WINDOW_MS);
  keep({ ...before, attempts: [...recent, now] });
  return recent.length >= MOST_ATTEMPTS;
}

/** Starts the count again: the sign-in succeeded, or the person wants another try. */
export function forgetAttempts(): void {
  const { attempts, ...rest } = kept();
  if (attempts) keep(rest);
}

function kept(): Kept {
  try {
    const cookie = document.cookie.split("; ").find((one) => one.startsWith(`${COOKIE}=`));
    const text = cookie ? decodeURIComponent(cookie.slice(COOKIE.length + 1)) : sessionStorage.getItem(KEY);
    return JSON.parse(text ?? "{}") as Kept;
  } catch {
    return {};
  }
}

/** In the tab's storage; where that is full or refused, in a cookie of ten minutes. */
function keep(value: Kept): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(value));
    writeCookie("", 0);
  } catch {
    const { pending } = value;
    const text = encodeURIComponent(JSON.stringify(value));
    const short = () =>
      encodeURIComponent(
        JSON.stringify({
          ...value,
          ...(pending && { pending: { ...pending, returnTo: "/", word: undefined } }),
        }),
      );
    writeCookie(text.length > LONGEST ? short() : text, 600);
  }
}

function writeCookie(text: string, seconds: number): void {
  const secure = COOKIE === KEY ? "" : "; Secure";
  document.cookie = `${COOKIE}=${text}; Path=${ROOT}; SameSite=Lax; Max-Age=${seconds}${secure}`;
}
