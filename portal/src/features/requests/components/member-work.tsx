import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { dayAfter } from "../../../kit/asking/duration";
import { useGroupName } from "../../../kit/group-name";
import { Question } from "../../../kit/question";
import { useSave } from "../../../kit/use-save";
import { DateField } from "../../../ui/form/date-field";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { useForm } from "../../../ui/form/use-form";
import { approveMember, deleteMember, extendMember, rejectMember } from "../member-queries";
import { DECIDED, type Member } from "../queries";
import { AddUser } from "./add-user";
import { useJoins } from "./joins";
import { Reason } from "./reason";

export type MemberWork =
  { what: "add"; groupId: string } | { what: "approve" | "reject" | "extend" | "remove"; member: Member };

/** What a manager does with a person. The list stays open behind it and reloads (F-49). */
export default function MemberWorkDialog({ work, onClose }: { work: MemberWork; onClose: () => void }) {
  if (work.what === "add") return <AddUser groupId={work.groupId} onClose={onClose} />;
  return <WithMember {...work} onClose={onClose} />;
}

type WithMemberProps = Extract<MemberWork, { member: Member }> & { onClose: () => void };

function WithMember({ what, member, onClose }: WithMemberProps) {
  const { t } = useTranslation("requests");
  const services = useServices();
  const joins = useJoins();
  const group = useGroupName(member.groupId) ?? t("group.this");
  const name = member.fullName || member.userName;
  const days = member.request?.wantedDays;
  const [today] = useState(() => new Date());
  switch (what) {
    case "approve":
      return (
        <Question
          title={t("approve.question", { count: 1, names: name })}
          action={t("approve")}
          call={() => approveMember(services, member)}
          done={t("approve.doneOf", { name })}
          refresh={DECIDED}
          onClose={onClose}
        >
          {joins({
            kind: "join",
            username: member.userName,
            fullName: member.fullName,
            groupName: group,
            endsOn: days ? dayAfter(today, days) : null,
          })}
        </Question>
      );
    case "reject":
      return (
        <Reason
          title={t("refuse.question", { count: 1, names: name })}
          call={(reason) => rejectMember(services, member, reason)}
          done={t("refuse.doneOf", { name })}
          onClose={onClose}
        />
      );
    case "remove":
      return (
        <Question
          title={t("delete.question", { name })}
          action={t("delete")}
          destructive
          call={() => deleteMember(services, member)}
          done={t("delete.done", { name })}
          refresh={DECIDED}
          onClose={onClose}
        >
          {t("delete.consequence", { name })}
        </Question>
      );
    case "extend":
      return <Extend member={member} name={name} onClose={onClose} />;
  }
}

interface ExtendProps {
  member: Member;
  name: string;
  onClose: () => void;
}

/** Another last day; a request for more time is approved by it. */
function Extend({ member, name, onClose }: ExtendProps) {
  const { t } = useTranslation("requests");
  const services = useServices();
  const { day } = useFormats();
  const form = useForm({ initial: { endsOn: member.endsOn ?? "" } });
  const save = useSave(form, {
    call: ({ endsOn }) => extendMember(services, member, endsOn, member.endsOn ?? ""),
    done: (_, { endsOn }) =>
      endsOn ? t("extend.lasts", { name, day: day(endsOn) }) : t("extend.noEnd", { name }),
    refresh: DECIDED,
    fieldOf: () => "endsOn",
  });
  return (
    <EditDrawer
      title={member.endsOn ? t("extend.person", { name }) : t("setEnd.person", { name })}
      form={form}
      save={save}
      action={member.endsOn ? t("extend") : t("setEnd")}
      onClose={onClose}
    >
      <DateField label={t("endsOn")} help={t("endsOn.help")} {...form.text("endsOn")} />
    </EditDrawer>
  );
}
