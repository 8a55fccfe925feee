import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";

/** Figures are kept for 400 days. */
const KEPT = 14;

/** The months with figures, the present one first, in the server's time zone (`accounts.time_zone`). */
export function useMonths() {
  const { i18n } = useTranslation();
  const { config } = useServices();
  const locale = i18n.language === "zh-cn" ? "zh-cn" : "en-gb";
  const name = new Intl.DateTimeFormat(locale, { year: "numeric", month: "long", timeZone: "UTC" });
  // Read once: a page that stays open over midnight keeps its months.
  const [at] = useState(() => new Date());
  const now = new Intl.DateTimeFormat("en-ca", {
    year: "numeric",
    month: "2-digit",
    timeZone: config.timeZone,
  }).formatToParts(at);
  const part = (type: string) => Number(now.find((one) => one.type === type)?.value);
  const nameOf = (month: string) => name.format(new Date(`${month}-01T00:00:00Z`));
  const months = Array.from({ length: KEPT }, (_, back) => {
    const first = new Date(Date.UTC(part("year"), part("month") - 1 - back, 1));
    const value = first.toISOString().slice(0, "yyyy-MM".length);
    return { value, label: nameOf(value) };
  });
  return { months, nameOf };
}
