import { BUSY, FAILED, TOO_LONG, USED_UP } from "./queries";
import type { Live, Refused, Turn } from "./turns";

/** A dialog that says why nothing is answered (D-23). */
export interface Limit extends Refused {
  /** Tells apart a dialog that was closed from a new one. */
  key: string;
  /** A new chat has room again. */
  canBegin: boolean;
  /** How the answer ended, where the server said no more. */
  state?: typeof FAILED | typeof BUSY;
}

interface Facts {
  /** V-25: the input is full. */
  isTooLong: boolean;
  live: Live | undefined;
  last: Turn | undefined;
  /** nothing is left of the quota. */
  usedUp: boolean;
}

/** The dialog of what has just happened; undefined for none (F-34). */
export function limitOf({ isTooLong, live, last, usedUp }: Facts): Limit | undefined {
  if (isTooLong) return { key: "input", limit: "length", text: "", canBegin: false };
  if (live?.refused) {
    const { limit, text } = live.refused;
    return { key: "refused", limit, text, canBegin: limit === "length" };
  }
  const ended = last?.isLive ? last.state : undefined;
  const key = last?.key ?? "";
  if (ended === TOO_LONG) return { key, limit: "length", text: "", canBegin: true };
  if (usedUp || ended === USED_UP) return { key: "quota", limit: "quota", text: "", canBegin: false };
  if (ended === FAILED || ended === BUSY)
    return { key, limit: "other", text: "", canBegin: false, state: ended };
  return undefined;
}
