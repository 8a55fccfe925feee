import { CircleCheck, CircleSlash, Eye, History, Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import type { RowAction } from "../../../ui/table/row-menu";
import type { ApplicationRow } from "../queries";
import type { ApplicationValues } from "./application-values";
import type { Preset } from "./presets";

/** What the actions need to know of an application. */
export type ApplicationName = Pick<ApplicationRow, "client_id" | "name" | "enabled">;

/** What decides which actions an application has. */
export type ApplicationShown = ApplicationName & Pick<ApplicationRow, "source">;

/** What stands in the address of an open application. */
export const VIEWS = ["details", "edit", "history"] as const;

/** An application that was added just now. */
export interface Made {
  clientId: string;
  /** Shown only now; undefined for an application without one. */
  secret: string | undefined;
  preset: Preset;
  values: ApplicationValues;
}

/** What is open beside the list. */
export type Open =
  | { what: "add" }
  | { what: "details" | "edit" | "status" | "rotate" | "history"; application: ApplicationName }
  | { what: "secret"; name: string; secret: string }
  /** Added just now. */
  | ({ what: "ready" } & Made)
  /** The application is saved, but the answer that showed its secret never arrived here. */
  | { what: "lost"; application: ApplicationName; isNew: boolean };

/** An application of `clients.toml` is changed there. */
export function isDeclared({ source }: Pick<ApplicationRow, "source">): boolean {
  return source === "file";
}

/**
 * What the reader may do with each row. Rarer actions, such as a new secret, are in its details.
 */
export function useApplicationActions(onOpen: (open: Open) => void) {
  const { t } = useTranslation("applications");
  const mayEdit = useCan()("operation_access.ApplicationManagement.ApplicationList.edit");
  return (application: ApplicationShown): RowAction[] => {
    const open = (what: "details" | "edit" | "status" | "history") => () => onOpen({ what, application });
    const { enabled } = application;
    return [
      { key: "details", label: t("details"), icon: Eye, run: open("details") },
      ...(mayEdit && !isDeclared(application)
        ? [
            { key: "edit", label: t("edit"), icon: Pencil, run: open("edit") },
            {
              key: "status",
              label: enabled ? t("disable") : t("enable"),
              icon: enabled ? CircleSlash : CircleCheck,
              destructive: enabled,
              run: open("status"),
            },
          ]
        : []),
      { key: "history", label: t("history"), icon: History, run: open("history") },
    ];
  };
}
