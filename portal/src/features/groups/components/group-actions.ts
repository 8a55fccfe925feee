import { CircleCheck, CircleSlash, History, Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import type { RowAction } from "../../../ui/table/row-menu";
import { OFF, type GroupRow } from "../queries";

/** The groups that something is done with know at least these words. */
export type GroupName = Pick<GroupRow, "groupId" | "groupName" | "status">;

/** What is open beside the list. */
export type Open = { what: "add" } | { what: "edit" | "status" | "history"; group: GroupName };

/** What the reader may do with each group, if anything. The server decides again. */
export function useGroupActions(onOpen: (open: Open) => void) {
  const { t } = useTranslation("groups");
  const can = useCan();
  const edit = can("operation_access.UserGroupManagement.GroupList.edit");
  const status = can("operation_access.UserGroupManagement.GroupList.status");
  const history = can("account_maintain.AccountManagement.AuditLog.view");
  if (!edit && !status && !history) return undefined;
  return (group: GroupRow): RowAction[] => {
    const open = (what: Exclude<Open["what"], "add">) => () => onOpen({ what, group });
    const off = group.status === OFF;
    return [
      ...(edit ? [{ key: "edit", label: t("edit"), icon: Pencil, run: open("edit") }] : []),
      ...(status
        ? [
            {
              key: "status",
              label: off ? t("enable") : t("disable"),
              icon: off ? CircleCheck : CircleSlash,
              destructive: !off,
              run: open("status"),
            },
          ]
        : []),
      ...(history ? [{ key: "history", label: t("history"), icon: History, run: open("history") }] : []),
    ];
  };
}
