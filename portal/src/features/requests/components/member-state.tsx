import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import { StatusMark } from "../../../ui/status-mark";
import type { Member } from "../queries";
import { Muted } from "./muted";

const OUTCOMES = ["expired", "refused", "withdrawn", "timed_out", "invited"] as const;

/** The status of a person in a group (K-38), why it is so, and what they ask for. */
export function MemberState({ member }: { member: Member }) {
  const { t } = useTranslation("requests");
  const { day } = useFormats();
  const { status, statusName, endsOn, request, source } = member;
  const outcome = OUTCOMES.find((word) => word === statusName);
  return (
    <>
      {status === 0 && <StatusMark look="on">{t("member.enabled")}</StatusMark>}
      {status === 1 && <StatusMark look="waiting">{t("member.processing")}</StatusMark>}
      {status === 2 && <StatusMark look="off">{t("member.disabled")}</StatusMark>}
      {outcome && <Muted>{t(`state.${outcome}`)}</Muted>}
      {endsOn && status === 0 && <Muted whole>{t("state.until", { day: day(endsOn) })}</Muted>}
      {source && status === 0 && <Muted>{t("state.from", { source })}</Muted>}
      {request?.kind === "extend" && <Muted>{t("state.extensionAsked")}</Muted>}
      {request?.reason && <Muted>{request.reason}</Muted>}
      {request?.wantedDays && <Muted>{t("forDays", { count: request.wantedDays })}</Muted>}
      {request && <Muted whole>{t("state.due", { day: day(request.dueOn) })}</Muted>}
    </>
  );
}
