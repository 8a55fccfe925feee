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

/** Kept as a number; half a card more stands for the line. */
type Counts = Partial<Record<TypeId, number>>;

/** What a list had when it was last seen here, so that the space reserved for it has the right size. */
export function lastCardCount(typeId: TypeId): Count {
  const kept = read()[typeId];
  return kept === undefined ? GUESS : { shown: Math.floor(kept), folded: !Number.isInteger(kept) };
}

export function hadCards({ shown, folded }: Count): boolean {
  return shown > 0 || folded;
}

/** Keeps the size of each list of this home. */
export function keepCardCounts(home: Home): void {
  const lists = listsOf(home).map(({ typeId, shown = [] }) => {
    const { near, closed } = shelfOf(shown);
    return [typeId, near.length + (closed.length > 0 ? 0.5 : 0)] as const;
  });
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(lists)));
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
