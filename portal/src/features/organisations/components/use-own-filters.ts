import { useTranslation } from "react-i18next";
import { useOnOff } from "../../../kit/use-on-off";
import { STATUS } from "../queries";

/** The filters of every kind: name and status. */
export function useOwnFilters() {
  const { t } = useTranslation("organisations");
  return [{ kind: "text", name: "context", label: t("name") }, useOnOff(STATUS).filter] as const;
}
