import { useCan } from "../../access/can";

const GROUP_LISTS = "/operation-access";
const ACCOUNT_LISTS = "/auth-management";

/** The lists behind the figures with their filters set, each only for people who may see it. */
export function useLists({ from, to }: { from: string; to: string }) {
  const can = useCan();
  const audit = can("account_maintain.AccountManagement.AuditLog.view");
  const log = (kind: string) =>
    audit ? `${ACCOUNT_LISTS}/audit-log?kind=${kind}&from=${from}&until=${to}` : undefined;
  const given = (may: boolean, path: string) => (may ? path : undefined);
  return {
    signIns: log("sign_in.succeeded"),
    refusals: log("sign_in.refused"),
    active: given(
      can("account_maintain.AccountManagement.AccountList.view"),
      `${ACCOUNT_LISTS}/account-list?sort=-lastLogin`,
    ),
    opened: given(
      can("operation_access.ProductManagement.ProductList.view", "any"),
      `${GROUP_LISTS}/product-list`,
    ),
    requests: given(
      can("account_maintain.AccountManagement.PermissionRequestList.view"),
      `${ACCOUNT_LISTS}/access-list`,
    ),
    groups: given(can("operation_access.UserGroupManagement.GroupList.view"), `${GROUP_LISTS}/group-list`),
    applications: given(
      can("operation_access.ApplicationManagement.ApplicationList.view"),
      `${GROUP_LISTS}/application-list?kind=legacy`,
    ),
    mail: given(can("operation_access.SystemManagement.JobList.view"), `${GROUP_LISTS}/job-list`),
  };
}
