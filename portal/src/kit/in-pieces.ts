import type { components } from "../api/schema";

type Answer = components["schemas"]["DecideAnswer"];

/** What came of a decision about many. If a later part failed, it says why, and what is `undecided`. */
export type Outcome = Answer & { undecided: string[]; failure?: unknown };

/** The most ids of one call. */
const MOST_AT_ONCE = 100;

/** Decides about many by calls of a hundred. Throws if the first fails, when nothing is decided yet. */
export async function inPieces(
  all: { id: string }[],
  call: (ids: string[]) => Promise<Answer>,
): Promise<Outcome> {
  const ids = all.map(({ id }) => id);
  const outcome: Outcome = { decided: [], skipped: [], unusable: [], undecided: [] };
  for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
    try {
      const answer = await call(ids.slice(at, at + MOST_AT_ONCE));
      outcome.decided.push(...answer.decided);
      outcome.skipped.push(...answer.skipped);
      outcome.unusable.push(...answer.unusable);
    } catch (failure) {
      if (at === 0) throw failure;
      return { ...outcome, undecided: ids.slice(at), failure };
    }
  }
  return outcome;
}
