import { ChartColumn, CircleCheck, CircleSlash, History, Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import type { RowAction } from "../../../ui/table/row-menu";
import { ON } from "../queries";
import type { Named, Open } from "./open";

const RIGHT = "feedback_center.FeedbackCenter.SurveyList";

/** The menu of each survey: what the reader may do with it. The server decides again. */
export function useSurveyActions(onOpen: (open: Open) => void) {
  const { t } = useTranslation("surveys");
  const can = useCan();
  return (survey: Named): RowAction[] => {
    const on = survey.status === ON;
    const edits = can(`${RIGHT}.edit`);
    const actions: (RowAction & { may: boolean })[] = [
      {
        key: "edit",
        may: edits,
        label: t("edit"),
        icon: Pencil,
        run: () => onOpen({ what: "edit", survey }),
      },
      {
        key: "results",
        may: can(`${RIGHT}.results`),
        label: t("results"),
        icon: ChartColumn,
        run: () => onOpen({ what: "results", survey }),
      },
      {
        key: "status",
        may: edits,
        label: on ? t("turnOff") : t("turnOn"),
        icon: on ? CircleSlash : CircleCheck,
        destructive: on,
        run: () => onOpen({ what: "status", survey }),
      },
      {
        key: "history",
        may: can("account_maintain.AccountManagement.AuditLog.view"),
        label: t("history"),
        icon: History,
        run: () => onOpen({ what: "history", survey }),
      },
      {
        key: "delete",
        may: edits,
        label: t("delete"),
        icon: Trash2,
        destructive: true,
        run: () => onOpen({ what: "delete", survey }),
      },
    ];
    return actions.filter(({ may }) => may);
  };
}
