import { useTranslation } from "react-i18next";

/** Days and moments in the reader's language; a dash for none. */
export function useMoments() {
  const { i18n } = useTranslation();
  const moment = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium" });
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: "short" });
  // A day has no time zone.
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeZone: "UTC" });
  return {
    moment: (at: number | null | undefined) => (at ? moment.format(at) : "–"),
    /** Date and time apart, for a narrow column. */
    parts: (at: number) => ({ date: date.format(at), time: time.format(at) }),
    day: (text: string | null | undefined) => (text ? day.format(new Date(text)) : "–"),
  };
}
