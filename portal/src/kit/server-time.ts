import { useServices } from "../api/services";
import { NONE, useFormats } from "../i18n/use-formats";

const DAY_MS = 86_400_000;

/** The zone, or UTC if this browser does not know it: an address may name any. */
function known(zone: string): string {
  try {
    return new Intl.DateTimeFormat("sv", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

/** A moment on the clocks of `zone`, as `yyyy-MM-dd HH:mm`: so the Swedish write it. */
function clockIn(zone: string, at: number): string {
  const timeZone = known(zone);
  return new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "short" }).format(at);
}

/** When a day `yyyy-MM-dd` begins in `zone`, or a later day, in milliseconds since 1970. */
export function beginOf(day: string, zone: string, later = 0): number {
  return onClock(Date.parse(`${day}T00:00Z`) + later * DAY_MS, zone);
}

/** When the clocks of `zone` show what those of UTC show at `shown`. */
function onClock(shown: number, zone: string): number {
  if (Number.isNaN(shown)) return shown;
  const ahead = (at: number) => Date.parse(`${clockIn(zone, at).replace(" ", "T")}Z`) - at;
  // Twice: the clocks may change between the two moments.
  return shown - ahead(shown - ahead(shown));
}

/** Writes a moment `yyyy-MM-dd HH:mm` of the server’s zone as the clocks of the reader show it. */
export function useReadersMoment() {
  const { moment } = useFormats();
  const { timeZone } = useServices().config;
  return (text: string) => moment(onClock(Date.parse(`${text.replace(" ", "T")}Z`), timeZone));
}

/** Writes the day that a moment has on the clocks of the server, for what is filtered by days of the server. */
export function useServerDay() {
  const { day } = useFormats();
  const { timeZone } = useServices().config;
  return (at: number | null | undefined) => day(at ? clockIn(timeZone, at).slice(0, 10) : null);
}

/** Writes moments as the clocks of the server show them, for what is counted by days of the server. */
export function useServerMoment() {
  const { clock } = useFormats();
  const { timeZone } = useServices().config;
  return (at: number | null | undefined) => (at ? clock(clockIn(timeZone, at)) : NONE);
}
