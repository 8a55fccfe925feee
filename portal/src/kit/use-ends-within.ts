import { useTranslation } from "react-i18next";

/** The spans of the filter in days; the overview leads to the first two. */
const SPANS = [7, 30, 90];

/** The filter of a list for what has its last day soon. `label` says whose last day it is. */
export function useEndsWithin(label: string) {
  const { t } = useTranslation("list");
  return {
    kind: "select",
    name: "endsWithin",
    label,
    options: SPANS.map((days) => ({ value: String(days), label: t("filter.within", { days }) })),
  } as const;
}
