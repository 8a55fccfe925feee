import { CircleCheck, CircleSlash, History, KeyRound, Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCan } from "../../../access/can";
import type { RowAction } from "../../../ui/table/row-menu";
import { ON, type ModuleRow } from "../queries";
import type { Open } from "./open";

const RIGHT = "operation_access.ProductManagement.ModuleList";

/** The menu of each module: what the reader may do with it. The server decides again. */
export function useModuleActions(onOpen: (open: Open) => void) {
  const { t } = useTranslation("modules");
  const navigate = useNavigate();
  const can = useCan();
  return (module: ModuleRow): RowAction[] => {
    const { projectId, status } = module;
    const on = status === ON;
    const edits = can(`${RIGHT}.edit`, projectId);
    const rights = {
      key: "rights",
      label: t("rights"),
      icon: KeyRound,
      run: () => void navigate(rightsOf(module)),
    };
    const switching = {
      key: "status",
      label: on ? t("turnOff") : t("turnOn"),
      icon: on ? CircleSlash : CircleCheck,
      destructive: on,
      run: () => onOpen({ what: "status", module }),
    };
    return [
      ...(edits
        ? [{ key: "edit", label: t("edit"), icon: Pencil, run: () => onOpen({ what: "edit", module }) }]
        : []),
      ...(can("operation_access.AccessManagement.AccessList.view", projectId) ? [rights] : []),
      ...(edits ? [switching] : []),
      ...(can("account_maintain.AccountManagement.AuditLog.view")
        ? [
            {
              key: "history",
              label: t("history"),
              icon: History,
              run: () => onOpen({ what: "history", module }),
            },
          ]
        : []),
      ...(can(`${RIGHT}.delete`, projectId)
        ? [
            {
              key: "delete",
              label: t("delete"),
              icon: Trash2,
              destructive: true,
              run: () => onOpen({ what: "delete", module }),
            },
          ]
        : []),
    ];
  };
}

/** Where the access rights of a module are listed. */
export function rightsOf({ projectId, moduleId }: Pick<ModuleRow, "projectId" | "moduleId">): string {
  return `/operation-access/access-list?projectId=${projectId}&moduleId=${moduleId}`;
}
