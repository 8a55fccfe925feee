import { useTranslation } from "react-i18next";
import { useServices } from "../../api/services";
import { useForm, useValue } from "../../ui/form/use-form";
import { useSave } from "../use-save";
import { daysUntil, durations, NO_END, UNTIL, usualDuration } from "./duration";
import { apply, ASKED, type Wanted } from "./queries";

/** The form that asks for one of `groups`. The only one is chosen already. `onSent` gets the group that was asked for. */
export function useAsking(groups: readonly Wanted[], onSent: (group: Wanted) => void) {
  const { t } = useTranslation("asking");
  const services = useServices();
  const only = groups.length === 1 ? groups[0]?.groupId : undefined;
  const groupOf = (id: string) => groups.find(({ groupId }) => groupId === id);
  const form = useForm({
    initial: { groupId: only ?? "", reason: "", wantedDays: "", until: "" },
    check: (values) => {
      const group = groupOf(values.groupId);
      const days = wanted(values, group);
      const late = days !== undefined && group?.maxDays && days > group.maxDays;
      return {
        ...(!group && { groupId: t("group.choose") }),
        ...(days !== undefined && !(days >= 1) && { until: t("until.wrong") }),
        ...(late && { until: t("until.late", { count: group.maxDays ?? 0 }) }),
      };
    },
  });
  const chosen = useValue(form, "groupId");
  const save = useSave(form, {
    call: async (values) => {
      const group = groupOf(values.groupId);
      if (!group) throw new Error("No group is chosen.");
      const days = wanted(values, group);
      const wish = { reason: values.reason, ...(days !== undefined && { wantedDays: days }) };
      const written = await apply(services, group, wish);
      onSent(group);
      return written;
    },
    // What was sent is shown instead of the form.
    done: "",
    refresh: ASKED,
  });
  return { form, save, group: groupOf(chosen) };
}

/** For how many days; undefined for no end, and not a number without a day. */
function wanted(values: { wantedDays: string; until: string }, group: Wanted | undefined) {
  const known = [...durations(group?.maxDays).map(String), ...(group?.maxDays ? [] : [NO_END]), UNTIL];
  const chosen = known.includes(values.wantedDays) ? values.wantedDays : usualDuration(group?.maxDays);
  if (chosen === NO_END) return undefined;
  return chosen === UNTIL ? daysUntil(values.until, new Date()) : Number(chosen);
}

export type AskingForm = ReturnType<typeof useAsking>["form"];
