import { useTranslation } from "react-i18next";

/** What stands where there is nothing. */
export const NONE = "–";

type Instant = number | null | undefined;

/** Numbers, days and moments in the reader's language; a dash for none. */
export function useFormats() {
  const { i18n } = useTranslation();
  const format = (options: Intl.DateTimeFormatOptions) => {
    const dates = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", ...options });
    return (at: Date | Instant) => (at ? dates.format(at) : NONE);
  };
  const number = new Intl.NumberFormat(i18n.language);
  const [dayOf, calendarDay] = [format({}), format({ timeZone: "UTC" })];
  return {
    number: (value: number) => number.format(value),
    /** Of an instant the reader's day; a day without a zone, `yyyy-MM-dd`, as it is written. */
    day: (at: Instant | string) =>
      typeof at === "string" ? calendarDay(at ? new Date(at) : null) : dayOf(at),
    time: format({ dateStyle: undefined, timeStyle: "short" }),
    moment: format({ timeStyle: "short" }),
    /** To the second. */
    exactMoment: format({ timeStyle: "medium" }),
  };
}
