import type { Option } from "../../../kit/use-search";
import { personOption, type Group, type GroupForm, type Visibility } from "../queries";

/** What the form of a group holds, each value at the name by which the server names its field. */
export interface GroupValues {
  groupName: string;
  desc: string;
  adminMsg: string;
  groupAdmin: Option[];
  standInIds: Option[];
  appIds: Option[];
  visible: Visibility;
  agencyIds: Option[];
  userIds: Option[];
  clientIds: Option[];
  brandIds: Option[];
  dueDays: string;
  refuseDays: string;
  maxDays: string;
}

/** The form of a new group; the days are the server's own. */
export const NEW: GroupValues = {
  ...{ groupName: "", desc: "", adminMsg: "" },
  ...{ groupAdmin: [], standInIds: [], appIds: [] },
  visible: "all",
  ...{ agencyIds: [], userIds: [], clientIds: [], brandIds: [] },
  ...{ dueDays: "5", refuseDays: "10", maxDays: "" },
};

export function valuesOf(group: Group): GroupValues {
  const people = (list: Group["managers"]) =>
    list.map(({ userId, name, username }) => personOption(userId, name, username));
  const organisations = (list: Group["agencies"]) => list.map(({ id, name }) => ({ value: id, label: name }));
  const { groupName, desc, adminMsg, visible } = group;
  return {
    ...{ groupName, desc, adminMsg, visible },
    groupAdmin: people(group.managers),
    standInIds: people(group.standIns),
    userIds: people(group.users),
    appIds: group.products.map(({ appId, name }) => ({ value: String(appId), label: name })),
    agencyIds: organisations(group.agencies),
    clientIds: organisations(group.clients),
    brandIds: organisations(group.brands),
    dueDays: String(group.dueDays),
    refuseDays: String(group.refuseDays),
    maxDays: group.maxDays === null ? "" : String(group.maxDays),
  };
}

/** The changed values, for the call. Products and managers are sent as additions and removals. */
export function changesOf(before: GroupValues, after: GroupValues): Omit<GroupForm, "groupId" | "version"> {
  const differs = (name: keyof GroupValues) => text(before[name]) !== text(after[name]);
  const [moreApps, fewerApps] = difference(before.appIds, after.appIds);
  const [moreManagers, fewerManagers] = difference(before.groupAdmin, after.groupAdmin);
  const visibility = differs("visible") || differs("agencyIds") || differs("userIds");
  return {
    ...(differs("groupName") && { groupName: after.groupName }),
    ...(differs("desc") && { desc: after.desc }),
    ...(differs("adminMsg") && { adminMsg: after.adminMsg }),
    ...(moreManagers.length > 0 && { addGroupAdmin: moreManagers }),
    ...(fewerManagers.length > 0 && { removeGroupAdmin: fewerManagers }),
    ...(differs("standInIds") && { standInIds: ids(after.standInIds) }),
    ...(moreApps.length > 0 && { addAppIds: moreApps.map(Number) }),
    ...(fewerApps.length > 0 && { removeAppIds: fewerApps.map(Number) }),
    ...(visibility && {
      visible: after.visible,
      agencyIds: after.visible === "all" ? [] : ids(after.agencyIds),
      userIds: after.visible === "all" ? [] : ids(after.userIds),
    }),
    ...(differs("clientIds") && { clientIds: ids(after.clientIds) }),
    ...(differs("brandIds") && { brandIds: ids(after.brandIds) }),
    ...(differs("dueDays") && { dueDays: Number(after.dueDays) }),
    ...(differs("refuseDays") && { refuseDays: Number(after.refuseDays) }),
    ...(differs("maxDays") && { maxDays: after.maxDays === "" ? 0 : Number(after.maxDays) }),
  };
}

export function ids(options: Option[]): string[] {
  return options.map(({ value }) => value);
}

/** A value for comparison; the order of choices does not matter. */
function text(value: GroupValues[keyof GroupValues]): string {
  return typeof value === "string" ? value : ids(value).sort().join("\n");
}

function difference(before: Option[], after: Option[]): [string[], string[]] {
  const [old, now] = [ids(before), ids(after)];
  return [now.filter((id) => !old.includes(id)), old.filter((id) => !now.includes(id))];
}
