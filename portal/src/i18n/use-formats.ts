import { useTranslation } from "react-i18next";

/** Shown for a missing value. */
export const NONE = "–";

type Instant = number | null | undefined;

/** Numbers, lists, days and moments in the reader's language; a dash for none. */
export function useFormats() {
  const isChinese = useTranslation().i18n.language === "zh-cn";
  // English as the texts write it: 27 Nov 2026, 22:48.
  const locale = isChinese ? "zh-cn" : "en-gb";
  // A format is made when it is first used: making one takes about half a millisecond.
  const format = (options: Intl.DateTimeFormatOptions) => {
    let dates: Intl.DateTimeFormat | undefined;
    return (at: Date | Instant) => {
      if (!at) return NONE;
      dates ??= new Intl.DateTimeFormat(locale, { dateStyle: "medium", ...options });
      return dates.format(at);
    };
  };
  // Chinese: "、" before the last one, too.
  const style = isChinese ? "narrow" : "long";
  const [dayOf, calendarDay] = [format({}), format({ timeZone: "UTC" })];
  const clockOf = format({ timeStyle: "short", timeZone: "UTC" });
  const list = (names: readonly string[]) => new Intl.ListFormat(locale, { style }).format(names);
  return {
    /** Names one after the other; empty for none. */
    list,
    /** The same for names that the server has joined. */
    joined: (names: string) => list(names ? names.split(", ") : []),
    number: (value: number, options?: Intl.NumberFormatOptions) => value.toLocaleString(locale, options),
    /**
     * The day. An instant is shown as a day of the reader's zone; a `yyyy-MM-dd` has no zone and
     * stays as it is.
     */
    day: (at: Instant | string) =>
      typeof at === "string" ? calendarDay(at ? new Date(at) : null) : dayOf(at),
    /** A moment of the server’s zone, which it gives as `yyyy-MM-dd HH:mm`. */
    clock: (text: string) => clockOf(text ? new Date(`${text.replace(" ", "T")}Z`) : null),
    time: format({ dateStyle: undefined, timeStyle: "short" }),
    moment: format({ timeStyle: "short" }),
    /** With seconds. */
    exactMoment: format({ timeStyle: "medium" }),
  };
}
