import { useCan } from "../../../access/can";
import { useUser } from "../../../access/user";

/**
 * How the reader may add accounts (C-043, P-03): with or without a group, or only to a group that
 * they manage.
 */
export type Adding = "anywhere" | "own group";

/** Undefined for readers who may add none. */
export function useAdding(): Adding | undefined {
  const can = useCan();
  const manages = useManagesGroups();
  if (can("account_maintain.AccountManagement.AccountList.add")) return "anywhere";
  return manages ? "own group" : undefined;
}

/** Whether the reader manages a group; administrators manage all. */
export function useManagesGroups(): boolean {
  const roles = useUser()?.roles ?? [];
  return roles.includes("groupManager") || roles.includes("admin") || roles.includes("superAdmin");
}
