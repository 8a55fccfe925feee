import type { Faults } from "../../../ui/form/use-form";
import type { GroupValues } from "./group-values";

interface Rules {
  /** The text for a field that is not a number of days. */
  days: string;
  /** The text if a request would be refused before it is due. */
  afterDue: string;
  /** The text if nobody is named who sees the group. */
  seen: string;
}

/** The server's rules that can be checked here. */
export function faultsOf(values: GroupValues, rules: Rules): Faults<GroupValues> {
  const faults: Faults<GroupValues> = {};
  const isDays = (text: string) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 3650;
  for (const name of ["dueDays", "refuseDays"] as const) if (!isDays(values[name])) faults[name] = rules.days;
  if (values.maxDays !== "" && !isDays(values.maxDays)) faults.maxDays = rules.days;
  if (!faults.refuseDays && !faults.dueDays && Number(values.refuseDays) < Number(values.dueDays))
    faults.refuseDays = rules.afterDue;
  if (values.visible === "partial" && values.agencyIds.length + values.userIds.length === 0)
    faults.agencyIds = rules.seen;
  return faults;
}
