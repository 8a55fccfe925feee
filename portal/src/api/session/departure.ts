import { SessionOver } from "./protocol";

/** A document that is still there then has not left. */
const LEFT_MS = 10_000;

/**
 * The promise to wait for when the tab is leaving. It rejects if the document is still there after a while, because the
 * person stayed or the browser could not leave.
 */
export function departure(): Promise<never> {
  return new Promise((_, reject) => setTimeout(reject, LEFT_MS, new SessionOver("the tab has not left")));
}
