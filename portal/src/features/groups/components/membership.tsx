import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useSave } from "../../../kit/use-save";
import { CheckboxField } from "../../../ui/form/checkbox-field";
import { DateField } from "../../../ui/form/date-field";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { useForm } from "../../../ui/form/use-form";
import { changeMembership, type Member } from "../inside-queries";
import type { Group } from "../queries";
import { GROUP_NAMES } from "../queries";

interface MembershipProps {
  group: Pick<Group, "groupId" | "version" | "maxDays">;
  member: Member;
  /** Called with the version of the group after a change. */
  onVersion: (version: number) => void;
  onClose: () => void;
}

/** One member of a group: whether they manage it, and their last day. Each can be set, changed or removed (C-083). */
export function Membership({ group, member, onVersion, onClose }: MembershipProps) {
  const { t } = useTranslation("groups");
  const services = useServices();
  const { maxDays } = group;
  const { isManager, rights } = member;
  const name = member.fullName || member.username;
  const begun = { manages: isManager, endsOn: member.endsOn ?? "" };
  const form = useForm({
    initial: begun,
    check: ({ manages, endsOn }) =>
      manages === isManager && endsOn === begun.endsOn
        ? { [rights.lastDay ? "endsOn" : "manages"]: t("membership.nothing") }
        : {},
  });
  const save = useSave(form, {
    call: async ({ manages, endsOn }) => {
      const changed = await changeMembership(services, group, member, {
        ...(manages !== isManager && { manages }),
        ...(endsOn !== begun.endsOn && { endsOn }),
      });
      if (changed.data.version) onVersion(changed.data.version);
      return changed;
    },
    done: t("membership.done", { name }),
    refresh: GROUP_NAMES,
    fieldOf: ({ conflict, faults }) =>
      faults.some(({ field }) => field === "endsOn") ? "endsOn" : conflict ? undefined : "manages",
  });
  return (
    <EditDrawer title={t("membership.title", { name })} form={form} save={save} onClose={onClose}>
      {rights.appoint && (
        <CheckboxField
          label={t("membership.manages")}
          help={t("membership.managesHelp")}
          {...form.tick("manages")}
        />
      )}
      {rights.lastDay && (
        <DateField
          label={t("membership.endsOn")}
          help={maxDays ? t("membership.endsOnMost", { count: maxDays }) : t("membership.endsOnHelp")}
          {...form.text("endsOn")}
        />
      )}
    </EditDrawer>
  );
}
