import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../../access/user";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { NOBODY, PeopleField } from "../../../kit/people-field";
import { useEdited } from "../../../kit/use-edited";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { changeMembers, membersFile, membersQuery, others, type Member } from "../inside-queries";
import { GROUP_NAMES, groupQuery } from "../queries";
import type { GroupName } from "./group-actions";
import { ids } from "./group-values";
import { Membership } from "./membership";

interface GroupMembersProps {
  group: GroupName;
  onClose: () => void;
}

/** The members of a group: who manages it, until when each belongs to it; adds and removes people (C-074, C-082). */
export function GroupMembers({ group: { groupId, groupName: name }, onClose }: GroupMembersProps) {
  const { t } = useTranslation("groups");
  const services = useServices();
  const { day } = useFormats();
  const own = useUser()?.id;
  const { base, form, version, current, waiting } = useEdited(groupQuery(services, groupId), {
    valuesOf: () => NOBODY,
    nothing: NOBODY,
    rules: () => ({
      check: ({ added, removed }) =>
        added.length + removed.length === 0 ? { added: t("members.nobody") } : {},
    }),
  });
  const [member, setMember] = useState<Member>();
  const [lastId, setLastId] = useState<string>();
  // The version after the reader's own changes of a member; staged additions and removals must not conflict with it.
  const [latest, setLatest] = useState<number>();
  const save = useSave(form, {
    call: async ({ added, removed }, how) =>
      changeMembers(
        services,
        groupId,
        how.overwrite ? await version(how) : (latest ?? (await version(how))),
        {
          addUserIds: ids(added),
          removeUserIds: ids(removed),
        },
      ),
    current,
    done: t("members.done", { name }),
    refresh: GROUP_NAMES,
    // The server names the set; the reader sees one field.
    fieldOf: () => undefined,
  });
  const whyStays = ({ userId, isOnlyManager, source }: Member) => {
    if (userId === own) return t("members.own");
    if (source) return t("members.given", { source });
    return isOnlyManager ? t("members.onlyManager") : undefined;
  };
  if (member && base) {
    return (
      <Membership
        group={{ groupId, version: latest ?? base.version, maxDays: base.maxDays }}
        member={member}
        onVersion={setLatest}
        onClose={() => {
          setLastId(member.userId);
          setMember(undefined);
        }}
      />
    );
  }
  return (
    <EditDrawer
      title={t("members.title", { name })}
      form={form}
      save={save}
      onClose={onClose}
      {...(waiting && { waiting })}
    >
      <PeopleField
        form={form}
        label={t("members")}
        help={t("members.help")}
        download={{ file: membersFile(groupId), title: t("members.title", { name }) }}
        query={(page) =>
          membersQuery(services, groupId, page, (one) => ({
            facts: [
              one.email,
              one.isManager && t("members.manages"),
              one.endsOn && t("members.until", { day: day(one.endsOn) }),
              one.source && t("members.from", { source: one.source }),
            ]
              .filter(Boolean)
              .join(" · "),
            stays: whyStays(one),
            changed: one.userId === lastId,
            ...((one.rights.appoint || one.rights.lastDay) && { change: () => setMember(one) }),
          }))
        }
        {...(base?.rights.edit && { source: others(services, groupId) })}
      />
    </EditDrawer>
  );
}
