import { useTranslation } from "react-i18next";
import { STATUS } from "../queries";

/** The filters of every kind: name and status. */
export function useOwnFilters() {
  const { t } = useTranslation("organisations");
  return [
    { kind: "text", name: "context", label: t("name") },
    {
      kind: "select",
      name: "status",
      label: t("status"),
      options: Object.entries(STATUS).map(([value, word]) => ({ value, label: t(`status.${word}`) })),
    },
  ] as const;
}
