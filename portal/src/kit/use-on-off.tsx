import { useTranslation } from "react-i18next";
import { StatusMark } from "../ui/status-mark";

/** The statuses of a thing that can be switched off. */
export type OnOff = "on" | "off";

/**
 * The filter and the column of a list whose things are on or off. `words` says which number of the server means which;
 * without one of them it does not compile.
 */
export function useOnOff<Status extends number>(words: Record<Status, OnOff>) {
  const { t } = useTranslation("list");
  const label = t("status");
  const text = { on: t("status.on"), off: t("status.off") };
  return {
    filter: {
      kind: "select",
      name: "status",
      label,
      options: Object.entries<OnOff>(words).map(([value, word]) => ({ value, label: text[word] })),
    } as const,
    column: {
      key: "status",
      header: label,
      short: true,
      words: Object.values(text),
      cell: ({ status }: { status: Status }) => (
        <StatusMark look={words[status]}>{text[words[status]]}</StatusMark>
      ),
    },
  };
}
