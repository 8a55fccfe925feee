import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import { daysUntil } from "../../../kit/asking/duration";
import type { Request } from "../queries";

/** When a decision is due, in words: a number of days, today, or since when it is overdue. */
export function useDue() {
  const { t } = useTranslation("requests");
  const { day } = useFormats();
  return ({ dueOn, overdue }: Pick<Request, "dueOn" | "overdue">) => {
    // The server says it: the clock of the browser may be wrong.
    if (overdue) return t("state.overdue", { day: day(dueOn) });
    const count = daysUntil(dueOn, new Date());
    return count <= 0 ? t("due.today") : t("due.in", { count });
  };
}
