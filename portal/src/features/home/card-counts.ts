import type { TypeId } from "./types";

const KEY = "atrium.card-counts";
const GUESS = 4;

type Counts = Partial<Record<TypeId, number>>;

/**
 * How many cards a list had when it was last seen here, so that the space reserved for it has the
 * right size.
 */
export function lastCardCount(typeId: TypeId): number {
  return read()[typeId] ?? GUESS;
}

export function keepCardCount(typeId: TypeId, count: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [typeId]: count }));
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
