import type { Option } from "../../../kit/use-search";
import type { NewRight, Right, RightChange, RightType } from "../queries";
import { ON, type Assigned } from "../queries";
import { gives } from "./right-words";

/** What the form of an access right holds, each value at the name by which the server names its field. */
export interface RightValues {
  projectId: string;
  accessName: string;
  accessCode: string;
  type: RightType;
  moduleId: string;
  desc: string;
  status: string;
  groupIds: Option[];
  clientIds: Option[];
  divisionIds: Option[];
  brandIds: Option[];
}

export const NEW: RightValues = {
  ...{ projectId: "", accessName: "", accessCode: "", moduleId: "", desc: "" },
  type: "menu",
  status: String(ON),
  ...{ groupIds: [], clientIds: [], divisionIds: [], brandIds: [] },
};

export function valuesOf({ groups, clients, divisions, brands, ...right }: Right): RightValues {
  const { accessName, accessCode, type, moduleId, desc } = right;
  return {
    ...{ accessName, accessCode, type, moduleId, desc },
    projectId: String(right.projectId),
    status: String(right.status),
    groupIds: options(groups),
    clientIds: options(clients),
    divisionIds: options(divisions),
    brandIds: options(brands),
  };
}

/** The assignments once everything is confirmed. */
function options(all: Assigned[]): Option[] {
  return all.filter(gives).map(({ id, name }) => ({ value: id, label: name }));
}

export function ids(options: Option[]): string[] {
  return options.map(({ value }) => value);
}

/** A new access right, for the call. */
export function newRight(values: RightValues): NewRight {
  const { accessName, accessCode, type, moduleId, desc, groupIds } = values;
  return {
    ...{ accessName, accessCode, type },
    projectId: Number(values.projectId),
    status: statusOf(values),
    ...(moduleId && { moduleId }),
    ...(desc && { desc }),
    ...(groupIds.length > 0 && { groupIds: ids(groupIds) }),
    clientIds: ids(values.clientIds),
    divisionIds: ids(values.divisionIds),
    brandIds: ids(values.brandIds),
  };
}

/** The changed values, for the call. */
export function changesOf(before: RightValues, after: RightValues): Omit<RightChange, "accessId"> {
  const changed = (name: keyof RightValues) => text(before[name]) !== text(after[name]);
  return {
    ...(changed("accessName") && { accessName: after.accessName }),
    ...(changed("accessCode") && { accessCode: after.accessCode }),
    ...(changed("type") && { type: after.type }),
    ...(changed("moduleId") && { moduleId: after.moduleId }),
    ...(changed("desc") && { desc: after.desc }),
    ...(changed("status") && { status: statusOf(after) }),
    ...(changed("clientIds") && { clientIds: ids(after.clientIds) }),
    ...(changed("divisionIds") && { divisionIds: ids(after.divisionIds) }),
    ...(changed("brandIds") && { brandIds: ids(after.brandIds) }),
  };
}

function statusOf({ status }: RightValues): 0 | 1 {
  return status === String(ON) ? 0 : 1;
}

/** A value for comparison; the order of choices does not matter. */
function text(value: string | Option[]): string {
  return typeof value === "string" ? value : ids(value).sort().join("\n");
}
