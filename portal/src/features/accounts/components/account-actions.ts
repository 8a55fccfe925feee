import {
  CircleCheck,
  CircleSlash,
  Eye,
  History,
  House,
  IdCard,
  KeyRound,
  KeySquare,
  Link2,
  Lock,
  Mail,
  MonitorSmartphone,
  Pencil,
  ShieldCheck,
  ShieldOff,
  Ticket,
  Trash2,
  Undo2,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import type { RowAction } from "../../../ui/table/row-menu";
import { DISABLED, type AccountRow } from "../queries";
import type { Adding } from "./adding";

/** What the actions need to know of an account. */
export type AccountName = Pick<AccountRow, "userId" | "username" | "fullName" | "accountStatus">;

/** What stands in the address of an open account; the others are questions. */
export const VIEWS = [
  "details",
  "edit",
  "access",
  "roles",
  "sessions",
  "identities",
  "second",
  "history",
] as const;

/** A question that a sign-in has interrupted. */
export interface Again {
  what: "again";
  part: "factors" | "lock" | "require" | "password" | "code" | "identities" | "delete" | "keep";
  userId: string;
}

/** What is open beside the list. */
export type Open =
  | { what: "add"; adding: Adding }
  | { what: "import" }
  | Again
  | {
      what:
        | "details"
        | "edit"
        | "status"
        | "password"
        | "welcome"
        | "forgotten"
        | "access"
        | "roles"
        | "sessions"
        | "identities"
        | "second"
        | "history"
        | "code"
        | "factors"
        | "lock"
        | "delete"
        | "keep";
      account: AccountName;
    };

export type View = (typeof VIEWS)[number];

/** What decides which actions an account has. */
export type AccountShown = AccountName & Pick<AccountRow, "eraseAt" | "rights">;

/** The page that shows the home of an account (`features/home`). */
export const homeOf = (userId: string) => `/auth-management/account-list/${encodeURIComponent(userId)}/home`;

/** What the server allows the reader to do with each row. */
export function useAccountActions(onOpen: (open: Open) => void) {
  const { t } = useTranslation("accounts");
  const navigate = useNavigate();
  const { search } = useLocation();
  return (account: AccountShown): RowAction[] => {
    const open = (what: Exclude<Open["what"], "add" | "import" | "again">) => () => onOpen({ what, account });
    const off = account.accountStatus === DISABLED;
    const leaves = account.eraseAt !== null;
    return [
      { key: "details", label: t("details"), icon: Eye, run: open("details") },
      ...(account.rights.edit ? [{ key: "edit", label: t("edit"), icon: Pencil, run: open("edit") }] : []),
      { key: "access", label: t("access"), icon: KeySquare, run: open("access") },
      ...(account.rights.roles
        ? [{ key: "roles", label: t("roles"), icon: IdCard, run: open("roles") }]
        : []),
      ...(account.rights.home
        ? [
            {
              key: "home",
              label: t("home"),
              icon: House,
              // The way back leads to the same part of the list.
              run: () => void navigate(homeOf(account.userId), { state: search }),
            },
          ]
        : []),
      { key: "sessions", label: t("sessions"), icon: MonitorSmartphone, run: open("sessions") },
      { key: "identities", label: t("identities"), icon: Link2, run: open("identities") },
      { key: "second", label: t("second"), icon: ShieldCheck, run: open("second") },
      { key: "history", label: t("history"), icon: History, run: open("history") },
      ...(account.rights.password
        ? [
            { key: "password", label: t("password.action"), icon: KeyRound, run: open("password") },
            { key: "forgotten", label: t("forgotten.action"), icon: Mail, run: open("forgotten") },
            { key: "code", label: t("code.action"), icon: Ticket, run: open("code") },
            {
              key: "factors",
              label: t("factors.action"),
              icon: ShieldOff,
              destructive: true,
              run: open("factors"),
            },
            ...(off
              ? []
              : [
                  {
                    key: "lock",
                    label: t("lock.action"),
                    icon: Lock,
                    destructive: true,
                    run: open("lock"),
                  },
                ]),
          ]
        : []),
      ...(account.rights.status && !leaves
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
      ...(account.rights.delete
        ? [
            leaves
              ? { key: "keep", label: t("keep.action"), icon: Undo2, run: open("keep") }
              : {
                  key: "delete",
                  label: t("delete.action"),
                  icon: Trash2,
                  destructive: true,
                  run: open("delete"),
                },
          ]
        : []),
    ];
  };
}
