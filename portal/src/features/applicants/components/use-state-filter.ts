import { useTranslation } from "react-i18next";
import { STATES } from "../queries";

/** The filter by state. Without it the server lists what waits. */
export function useStateFilter() {
  const { t } = useTranslation("applicants");
  const [waiting, ...options] = Object.entries(STATES).map(([value, word]) => ({
    value,
    label: t(`state.${word}`),
  }));
  return {
    kind: "select",
    name: "state",
    label: t("state"),
    options,
    ...(waiting && { any: waiting.label }),
  } as const;
}
