import { useTranslation } from "react-i18next";
import { useUser } from "../../../access/user";
import { useServices } from "../../../api/services";
import { useSave } from "../../../kit/use-save";
import { CheckboxField } from "../../../ui/form/checkbox-field";
import { DateField } from "../../../ui/form/date-field";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { useForm } from "../../../ui/form/use-form";
import { changeLastDay, changeManager, GONE_NAMES, type Member } from "../inside-queries";
import type { Group } from "../queries";

/** What the reader may change of a membership. */
export interface MembershipRights {
  appoint: boolean;
  dismiss: boolean;
  /** The last day. Here only administrators change it; managers do so on the page of their group (design 9). */
  day: boolean;
}

export function useMembershipRights(rights: Group["rights"] | undefined): MembershipRights {
  const roles = useUser()?.roles ?? [];
  return {
    appoint: rights?.appointManagers ?? false,
    dismiss: rights?.edit ?? false,
    day: roles.includes("admin") || roles.includes("superAdmin"),
  };
}

interface MembershipProps {
  group: Pick<Group, "groupId" | "version" | "maxDays">;
  member: Member;
  may: MembershipRights;
  /** Called with the version of the group after a change. */
  onVersion: (version: number) => void;
  onClose: () => void;
}

/** One member of a group: whether they manage it, and their last day. Each is set, changed or taken away (C-083). */
export function Membership({ group, member, may, onVersion, onClose }: MembershipProps) {
  const { t } = useTranslation("groups");
  const services = useServices();
  const { groupId, maxDays } = group;
  const { userId, isManager } = member;
  const name = member.fullName || member.username;
  const begun = { manages: isManager, endsOn: member.endsOn ?? "" };
  const form = useForm({
    initial: begun,
    check: ({ manages, endsOn }) =>
      manages === isManager && endsOn === begun.endsOn
        ? { [may.day ? "endsOn" : "manages"]: t("membership.nothing") }
        : {},
  });
  const save = useSave(form, {
    call: async ({ manages, endsOn }) => {
      const changed = manages !== isManager && (await changeManager(services, group, userId, manages));
      if (changed) onVersion(changed.data.version);
      if (changed && endsOn === begun.endsOn) return changed;
      return changeLastDay(services, groupId, userId, endsOn);
    },
    done: t("membership.done", { name }),
    refresh: GONE_NAMES,
    fieldOf: ({ conflict, faults }) =>
      faults.some(({ field }) => field === "endsOn") ? "endsOn" : conflict ? undefined : "manages",
  });
  const canManage = isManager ? may.dismiss : may.appoint;
  return (
    <EditDrawer title={t("membership.title", { name })} form={form} save={save} onClose={onClose}>
      {canManage && (
        <CheckboxField
          label={t("membership.manages")}
          help={t("membership.managesHelp")}
          {...form.tick("manages")}
        />
      )}
      {may.day && (
        <DateField
          label={t("membership.endsOn")}
          help={maxDays ? t("membership.endsOnMost", { count: maxDays }) : t("membership.endsOnHelp")}
          {...form.text("endsOn")}
        />
      )}
    </EditDrawer>
  );
}
