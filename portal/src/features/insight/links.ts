import { useCan } from "../../access/can";
import { useServices } from "../../api/services";

const GROUP_LISTS = "/operation-access";
const ACCOUNT_LISTS = "/auth-management";
const PRODUCTS = `${GROUP_LISTS}/product-list`;

/** The row of a product in its list, which everybody who sees the list may open. */
const productOf = (name: string) => `${PRODUCTS}?${new URLSearchParams({ context: name }).toString()}`;

/** The reasons of refusals that have a kind of entries of their own. The log shows the others together. */
const ENTRIES = new Map([
  ["corporate", "identity.refused"],
  ["no_access", "access.refused"],
]);

/** The lists behind the figures with their filters and days set, each only for people who may see it. */
export function useLists({ from, to }: { from: string; to: string }) {
  const can = useCan();
  const { timeZone } = useServices().config;
  const audit = can("account_maintain.AccountManagement.AuditLog.view");
  // The log has days of its reader, unless the address names a zone.
  const isReaders = Intl.DateTimeFormat().resolvedOptions().timeZone === timeZone;
  const log = (kind: string) => {
    const params = new URLSearchParams({ kind, from, until: to, ...(!isReaders && { zone: timeZone }) });
    return audit ? `${ACCOUNT_LISTS}/audit-log?${params.toString()}` : undefined;
  };
  const given = (may: boolean, path: string) => (may ? path : undefined);
  const applications = can("operation_access.ApplicationManagement.ApplicationList.view");
  const products = can("operation_access.ProductManagement.ProductList.view", "any");
  const jobs = can("operation_access.SystemManagement.JobList.view");
  const failedMail = (kind: string) => given(jobs, `${GROUP_LISTS}/job-list?kind=${kind}`);
  return {
    signIns: log("sign_in.succeeded"),
    refusals: log("sign_in.refused"),
    signInsBy: () => log("sign_in.succeeded"),
    refusalsBy: (reason: string) => log(ENTRIES.get(reason) ?? "sign_in.refused"),
    active: given(
      can("account_maintain.AccountManagement.AccountList.view"),
      `${ACCOUNT_LISTS}/account-list?sort=-lastLogin`,
    ),
    opened: given(products, PRODUCTS),
    product: (name: string) => given(products, productOf(name)),
    requests: given(
      can("account_maintain.AccountManagement.PermissionRequestList.view"),
      `${ACCOUNT_LISTS}/access-list`,
    ),
    decided: given(
      can("account_maintain.AccountManagement.PermissionRequestList.view"),
      `${ACCOUNT_LISTS}/access-list?status=all&decidedFrom=${from}&decidedUntil=${to}`,
    ),
    /** The groups in which memberships end within so many days. */
    ending: (days: number) =>
      given(
        can("operation_access.UserGroupManagement.GroupList.view"),
        `${GROUP_LISTS}/group-list?endsWithin=${days}`,
      ),
    applications: given(applications, `${GROUP_LISTS}/application-list?kind=legacy`),
    application: (id: string) =>
      given(applications, `${GROUP_LISTS}/application-list?application=${encodeURIComponent(id)}`),
    mail: failedMail("mail.send"),
    mailToApplicants: failedMail("mail.stranger"),
    assistant: given(
      can("operation_access.SystemManagement.AssistantUsage.view"),
      `${GROUP_LISTS}/assistant-use?fromDay=${from}&untilDay=${to}`,
    ),
  };
}

/** The lists of what the reader administers or manages. */
export function useOwnLists() {
  const can = useCan();
  const products = can("operation_access.ProductManagement.ProductList.view", "any");
  return {
    products: products ? PRODUCTS : undefined,
    product: (name: string) => (products ? productOf(name) : undefined),
    members: (groupId: string) => `/my-groups/${encodeURIComponent(groupId)}`,
    /** The members whose last day is within so many days. */
    ending: (days: number) => (groupId: string) =>
      `/my-groups/${encodeURIComponent(groupId)}?endsWithin=${days}`,
    /** What waits for the reader's decision. */
    waiting: (groupId: string) => `/requests?groupId=${encodeURIComponent(groupId)}`,
  };
}
