import type { Point } from "./queries";

const DAY_MS = 86_400_000;

/** Every day from the first to the last, as `yyyy-MM-dd`. The days have no zone, so each has 24 hours. */
export function daysBetween(from: string, to: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const many = Math.max(0, Math.round((last - first) / DAY_MS)) + 1;
  return Array.from({ length: many }, (_, at) => new Date(first + at * DAY_MS).toISOString().slice(0, 10));
}

/** Every hour of a day as the server writes it, and hours that only its zone has. */
export function hoursOf(day: string, points: readonly Point[]): string[] {
  const whole = Array.from({ length: 24 }, (_, hour) => `${day} ${String(hour).padStart(2, "0")}:00`);
  return [...new Set([...whole, ...points.map(({ at }) => at)])].sort();
}

/** The parts of the points, known ones first and in their order. */
export function partsOf(points: readonly Point[], known: readonly string[]): string[] {
  const found = new Set(points.map(({ part }) => part));
  const others = [...found].filter((part) => !known.includes(part)).sort();
  return [...known.filter((part) => found.has(part)), ...others];
}

/** The counts of a part, one for each time. */
export function valuesOf(points: readonly Point[], part: string, times: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const point of points)
    if (point.part === part) counts.set(point.at, (counts.get(point.at) ?? 0) + point.count);
  return times.map((at) => counts.get(at) ?? 0);
}
