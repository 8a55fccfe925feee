import { CircleCheck, CircleSlash, History, Pencil, ScrollText, Trash2, Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import type { RowAction } from "../../../ui/table/row-menu";
import { ON } from "../queries";
import type { RoleRow } from "../role-queries";

/** What is open beside the list. */
export type Open =
  { what: "add" } | { what: "details" | "edit" | "people" | "status" | "delete" | "history"; role: RoleRow };
/** What stands in the address of an open role. */
export const ROLE_VIEWS = ["details", "edit", "people", "history"] as const;
type About = Exclude<Open["what"], "add">;

const RIGHT = "operation_access.AccessManagement.RoleList";

/** What the reader may do with a role. The server decides again. */
export function useRoleCan() {
  const can = useCan();
  return ({ projectId }: RoleRow) => ({
    edit: can(`${RIGHT}.edit`, projectId),
    delete: can(`${RIGHT}.delete`, projectId),
    people: can(`${RIGHT}.assign`, projectId),
    history: can("account_maintain.AccountManagement.AuditLog.view"),
  });
}

/** The menu of each role. */
export function useRoleActions(onOpen: (open: Open) => void) {
  const { t } = useTranslation("rights");
  const mayDo = useRoleCan();
  return (role: RoleRow): RowAction[] => {
    const may = mayDo(role);
    const on = role.status === ON;
    const run = (what: About) => () => onOpen({ what, role });
    const status = {
      key: "status",
      label: on ? t("turnOff") : t("turnOn"),
      icon: on ? CircleSlash : CircleCheck,
      destructive: on,
      run: run("status"),
    };
    const remove = {
      key: "delete",
      label: t("delete"),
      icon: Trash2,
      // Otherwise it only says who has it.
      destructive: role.numbersOfUsers === 0,
      run: run("delete"),
    };
    return [
      { key: "details", label: t("details"), icon: ScrollText, run: run("details") },
      ...(may.edit ? [{ key: "edit", label: t("edit"), icon: Pencil, run: run("edit") }] : []),
      { key: "people", label: t("people"), icon: Users, run: run("people") },
      ...(may.edit ? [status] : []),
      ...(may.history ? [{ key: "history", label: t("history"), icon: History, run: run("history") }] : []),
      ...(may.delete ? [remove] : []),
    ];
  };
}
