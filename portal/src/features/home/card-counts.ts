import { listsOf } from "./lists";
import { shelfOf } from "./shelf";
import type { Home, TypeId } from "./types";

const KEY = "atrium.card-counts";
const GUESS: Count = { shown: 4, folded: false };

/** How many cards a list shows at first, and whether there is a line below them for the closed ones. */
export interface Count {
  shown: number;
  folded: boolean;
}

/** Kept as a number; half a card more stands for the line. Of the requests beside the lists their numbers. */
type Counts = Partial<Record<TypeId | "waiting" | "requests", number>>;

/** What a list had when it was last seen here, so that the space reserved for it has the right size. */
export function lastCardCount(typeId: TypeId): Count {
  const kept = read()[typeId];
  return kept === undefined ? GUESS : { shown: Math.floor(kept), folded: !Number.isInteger(kept) };
}

export function hadCards({ shown, folded }: Count): boolean {
  return shown > 0 || folded;
}

/**
 * A home of the last visit with the numbers of its requests, which no browser keeps because they name people: what stands
 * beside the lists has its space then. Only the lengths are there.
 */
export function withLastRequests<Kept extends Pick<Home, "waiting" | "requests">>(home: Kept): Kept {
  const { waiting = 0, requests = 0 } = read();
  const longer = <Row>(rows: Row[], count: number) => (rows.length > 0 ? rows : new Array<Row>(count));
  return { ...home, waiting: longer(home.waiting, waiting), requests: longer(home.requests, requests) };
}

/** Keeps the size of each list of this home. */
export function keepCardCounts(home: Home): void {
  const lists = listsOf(home).map(({ typeId, shown = [] }) => {
    const { near, closed } = shelfOf(shown);
    return [typeId, near.length + (closed.length > 0 ? 0.5 : 0)] as const;
  });
  const counts: Counts = Object.fromEntries(lists);
  if (home.waiting.length > 0) counts.waiting = home.waiting.length;
  if (home.requests.length > 0) counts.requests = home.requests.length;
  try {
    localStorage.setItem(KEY, JSON.stringify(counts));
  } catch {
    // Storage is off: the guess will do.
  }
}

function read(): Counts {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Counts;
  } catch {
    return {};
  }
}
