/** The day of the fake data. */
const TODAY = Date.UTC(2026, 10, 19);

const DAY_MS = 86_400_000;

/** Whether a last day `yyyy-MM-dd` is today or within so many days, as the server counts them. */
export function endsWithin(lastDay: string | null | undefined, days: string): boolean {
  if (!lastDay) return false;
  const left = (Date.parse(lastDay) - TODAY) / DAY_MS;
  return left >= 0 && left <= Number(days);
}
