import { isRefused } from "./failure";

/** The header with the key of one press: the server does a creating call with the same key once. */
export const PRESS = "Idempotency-Key";

/** The keys of changes that have no answer yet. */
const waiting = new Map<string, string>();

/**
 * Sends a change under the key of its press. If the same change is sent again after a lost answer or an ended session,
 * it is the same press; after an answer it is a new one.
 */
export async function underOneKey<T>(change: string, send: (headers: Record<string, string>) => Promise<T>) {
  const key = waiting.get(change) ?? crypto.randomUUID();
  waiting.set(change, key);
  try {
    const answer = await send({ [PRESS]: key });
    waiting.delete(change);
    return answer;
  } catch (error) {
    if (isRefused(error)) waiting.delete(change);
    throw error;
  }
}
