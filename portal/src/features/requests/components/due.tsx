import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import { daysUntil } from "../../../kit/asking/duration";

/** When a decision is due, in words: a number of days, today, or since when it is overdue. */
export function useDue() {
  const { t } = useTranslation("requests");
  const { day } = useFormats();
  return (dueOn: string) => {
    const count = daysUntil(dueOn, new Date());
    if (count < 0) return t("state.overdue", { day: day(dueOn) });
    return count === 0 ? t("due.today") : t("due.in", { count });
  };
}
