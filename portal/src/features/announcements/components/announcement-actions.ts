import { CircleCheck, CircleSlash, Eye, History, Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import type { RowAction } from "../../../ui/table/row-menu";
import { ON } from "../queries";
import type { Named, Open } from "./open";

const RIGHT = "operation_access.AnnouncementManagement.AnnouncementList";

/** The menu of each announcement: what the reader may do with it. The server decides again. */
export function useAnnouncementActions(onOpen: (open: Open) => void) {
  const { t } = useTranslation("announcements");
  const can = useCan();
  return (announcement: Named): RowAction[] => {
    const on = announcement.status === ON;
    // What has a line of the sign-in pages is of those who may write one; switching off takes it away.
    const ofLine = announcement.signInLine === "" || can(`${RIGHT}.signin`);
    const actions: (RowAction & { may: boolean })[] = [
      {
        key: "edit",
        may: can(`${RIGHT}.edit`) && ofLine && (!on || can(`${RIGHT}.status`)),
        label: t("edit"),
        icon: Pencil,
        run: () => onOpen({ what: "edit", announcement }),
      },
      {
        key: "status",
        may: can(`${RIGHT}.status`) && (on || ofLine),
        label: on ? t("turnOff") : t("turnOn"),
        icon: on ? CircleSlash : CircleCheck,
        destructive: on,
        run: () => onOpen({ what: "status", announcement }),
      },
      {
        key: "readers",
        may: can(`${RIGHT}.readers`),
        label: t("readers.open"),
        icon: Eye,
        run: () => onOpen({ what: "readers", announcement }),
      },
      {
        key: "history",
        may: can("account_maintain.AccountManagement.AuditLog.view"),
        label: t("history"),
        icon: History,
        run: () => onOpen({ what: "history", announcement }),
      },
      {
        key: "delete",
        may: can(`${RIGHT}.delete`),
        label: t("delete"),
        icon: Trash2,
        destructive: true,
        run: () => onOpen({ what: "delete", announcement }),
      },
    ];
    return actions.filter(({ may }) => may);
  };
}
