import {
  CircleCheck,
  CircleSlash,
  History,
  Network,
  Pencil,
  ScrollText,
  ShieldCheck,
  Trash2,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import type { RowAction } from "../../../ui/table/row-menu";
import { ON, type RightRow } from "../queries";

/** What is open beside the list. */
export type Open =
  | { what: "add" }
  | { what: "details" | "edit" | "groups" | "confirm" | "status" | "delete" | "history"; right: RightRow };
/** What stands in the address of an open access right. */
export const RIGHT_VIEWS = ["details", "edit", "groups", "history"] as const;
type About = Exclude<Open["what"], "add">;

const RIGHT = "operation_access.AccessManagement.AccessList";

/**
 * What the reader may do with an access right. One that Atrium itself checks cannot change. The
 * server decides again.
 */
export function useRightCan() {
  const can = useCan();
  return ({ projectId, builtIn, draft }: RightRow) => ({
    edit: !builtIn && can(`${RIGHT}.edit`, projectId),
    delete: !builtIn && can(`${RIGHT}.delete`, projectId),
    groups: can(`${RIGHT}.assign`, projectId),
    confirm: draft && can(`${RIGHT}.confirm`, projectId),
    history: can("account_maintain.AccountManagement.AuditLog.view"),
  });
}

/** The menu of each access right. */
export function useRightActions(onOpen: (open: Open) => void) {
  const { t } = useTranslation("rights");
  const mayDo = useRightCan();
  return (right: RightRow): RowAction[] => {
    const may = mayDo(right);
    const on = right.status === ON;
    const run = (what: About) => () => onOpen({ what, right });
    const edit = { key: "edit", label: t("edit"), icon: Pencil, run: run("edit") };
    const status = {
      key: "status",
      label: on ? t("turnOff") : t("turnOn"),
      icon: on ? CircleSlash : CircleCheck,
      destructive: on,
      run: run("status"),
    };
    const groups = { key: "groups", label: t("groups"), icon: Network, run: run("groups") };
    const confirm = { key: "confirm", label: t("confirm"), icon: ShieldCheck, run: run("confirm") };
    const history = { key: "history", label: t("history"), icon: History, run: run("history") };
    const remove = { key: "delete", label: t("delete"), icon: Trash2, destructive: true, run: run("delete") };
    return [
      { key: "details", label: t("details"), icon: ScrollText, run: run("details") },
      ...(may.confirm ? [confirm] : []),
      ...(may.edit ? [edit] : []),
      ...(may.groups ? [groups] : []),
      ...(may.edit ? [status] : []),
      ...(may.history ? [history] : []),
      ...(may.delete ? [remove] : []),
    ];
  };
}
