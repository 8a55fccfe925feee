/** What is chosen instead of a number of days. */
export const NO_END = "none";
export const UNTIL = "until";

/** The longest membership of a group without a limit of its own, in days. */
const MOST = 3650;

const DAY_MS = 86_400_000;

/** The numbers of days to choose from; the last is the longest time that the group allows. */
export function durations(maxDays: number | null | undefined): number[] {
  const usual = [30, 90, 365].filter((days) => !maxDays || days < maxDays);
  return maxDays ? [...usual, maxDays] : usual;
}

/** What is chosen until the reader chooses: as long as the group allows. */
export function usualDuration(maxDays: number | null | undefined): string {
  return maxDays ? String(maxDays) : NO_END;
}

/** The first and the last day that may be chosen, as `yyyy-MM-dd`. */
export function span(maxDays: number | null | undefined, today: Date): { min: string; max: string } {
  return { min: dayAfter(today, 1), max: dayAfter(today, maxDays ?? MOST) };
}

/** The day so many days after today, as `yyyy-MM-dd`, in the reader's zone. */
export function dayAfter(today: Date, days: number): string {
  return new Date(startOf(today) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days a `yyyy-MM-dd` is after today; negative before it. */
export function daysUntil(day: string, today: Date): number {
  return Math.round((Date.parse(day) - startOf(today)) / DAY_MS);
}

/** The reader's day, as if it began in UTC. */
function startOf(today: Date): number {
  return Date.UTC(today.getFullYear(), today.getMonth(), today.getDate());
}
