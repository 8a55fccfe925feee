import { BASE } from "../../address/base";

const TIMEOUT_MS = 5_000;

/** Whether the server answers, with any status. `navigator.onLine` may be wrong. */
export async function reachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch(`${BASE}/config.json`, { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  }
}
