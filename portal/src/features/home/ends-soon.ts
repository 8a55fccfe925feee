/** From how many days before its end on an access says so. */
const SOON_DAYS = 14;
const DAY_MS = 86_400_000;

/** The day on which an access ends, as yyyy-MM-dd, if that is soon. */
export function endsSoon({ endsOn }: { endsOn?: string | null }): string | undefined {
  if (typeof endsOn !== "string") return undefined;
  return Date.parse(endsOn) - Date.now() < SOON_DAYS * DAY_MS ? endsOn : undefined;
}
