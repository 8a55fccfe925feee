import {
  CircleCheck,
  CircleSlash,
  Factory,
  History,
  KeyRound,
  Pencil,
  ShieldCheck,
  Trash2,
  Users,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { meets } from "../../../access/need";
import { useUser } from "../../../access/user";
import type { RowAction } from "../../../ui/table/row-menu";
import { OFF, type GroupRow } from "../queries";

/** What the actions need to know of a group. */
export type GroupName = Pick<GroupRow, "groupId" | "groupName" | "status"> &
  Partial<Pick<GroupRow, "numbersOfDrafts">>;

/** What is open beside the list. */
export type Open = { what: "add" } | { what: About; group: GroupName };
/** What stands in the address of an open group. The members come first, for readers who may not edit. */
export const VIEWS = ["members", "edit", "access", "confirm", "industries", "history"] as const;
type About = "edit" | "members" | "access" | "confirm" | "industries" | "status" | "delete" | "history";

/** What the reader may do with each group. The server decides again. */
export function useGroupActions(onOpen: (open: Open) => void) {
  const { t } = useTranslation("groups");
  const can = useCan();
  const user = useUser();
  const edit = can("operation_access.UserGroupManagement.GroupList.edit");
  const confirm = can("operation_access.AccessManagement.AccessList.confirm");
  const status = can("operation_access.UserGroupManagement.GroupList.status");
  const history = can("account_maintain.AccountManagement.AuditLog.view");
  // No access code allows deleting a group; only administrators may.
  const remove = user !== undefined && meets(user, { role: "admin" });
  return (group: GroupName): RowAction[] => {
    const run = (what: About) => () => onOpen({ what, group });
    const off = group.status === OFF;
    const all: (RowAction & { may: boolean })[] = [
      { may: edit, key: "edit", label: t("edit"), icon: Pencil, run: run("edit") },
      { may: true, key: "members", label: t("members"), icon: Users, run: run("members") },
      { may: edit, key: "access", label: t("access"), icon: KeyRound, run: run("access") },
      {
        // A group that the list does not show may have drafts.
        may: confirm && group.numbersOfDrafts !== 0,
        key: "confirm",
        label: group.numbersOfDrafts
          ? t("confirm.drafts", { count: group.numbersOfDrafts })
          : t("confirm.action"),
        icon: ShieldCheck,
        run: run("confirm"),
      },
      { may: edit, key: "industries", label: t("industries.action"), icon: Factory, run: run("industries") },
      {
        may: status,
        key: "status",
        label: off ? t("enable") : t("disable"),
        icon: off ? CircleCheck : CircleSlash,
        destructive: !off,
        run: run("status"),
      },
      { may: history, key: "history", label: t("history"), icon: History, run: run("history") },
      { may: remove, key: "delete", label: t("delete"), icon: Trash2, destructive: true, run: run("delete") },
    ];
    return all.filter(({ may }) => may);
  };
}
