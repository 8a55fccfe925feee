import { ON } from "../queries";
import { ACCOUNT_TYPES, type AccountType, type NewRole, type Role, type RoleChange } from "../role-queries";

/** What the form of a role holds, each value at the name by which the server names its field. */
export interface RoleValues {
  projectId: string;
  roleName: string;
  accountType: AccountType;
  orgId: string;
  desc: string;
  status: string;
  requiresFactor: boolean;
  accessIds: string[];
}

export const NEW: RoleValues = {
  ...{ projectId: "", roleName: "", orgId: "", desc: "" },
  accountType: "0",
  status: String(ON),
  requiresFactor: false,
  accessIds: [],
};

export function valuesOf({
  projectId,
  roleName,
  accountType,
  orgId,
  desc,
  status,
  requiresFactor,
  accessIds,
}: Role): RoleValues {
  return {
    ...{ roleName, orgId, desc, requiresFactor, accessIds },
    projectId: String(projectId),
    accountType: ACCOUNT_TYPES.find((type) => type === String(accountType ?? 0)) ?? "0",
    status: String(status),
  };
}

/** A new role, for the call. */
export function newRole(values: RoleValues): NewRole {
  const { roleName, orgId, desc, requiresFactor, accessIds } = values;
  return {
    ...{ roleName, requiresFactor, accessIds },
    projectId: Number(values.projectId),
    accountType: Number(values.accountType),
    status: statusOf(values),
    ...(orgId && { orgId }),
    ...(desc && { desc }),
  };
}

/**
 * The changed values, for the call. A new type removes the organisation, so both are sent together.
 */
export function changesOf(before: RoleValues, after: RoleValues): Omit<RoleChange, "roleId"> {
  const scope = before.accountType !== after.accountType || before.orgId !== after.orgId;
  const sorted = (ids: string[]) => [...ids].sort().join("\n");
  return {
    ...(before.roleName !== after.roleName && { roleName: after.roleName }),
    ...(scope && { accountType: Number(after.accountType), orgId: after.orgId }),
    ...(before.desc !== after.desc && { desc: after.desc }),
    ...(before.status !== after.status && { status: statusOf(after) }),
    ...(before.requiresFactor !== after.requiresFactor && { requiresFactor: after.requiresFactor }),
    ...(sorted(before.accessIds) !== sorted(after.accessIds) && { accessIds: after.accessIds }),
  };
}

function statusOf({ status }: RoleValues): 0 | 1 {
  return status === String(ON) ? 0 : 1;
}
