import { useTranslation } from "react-i18next";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { StatusMark } from "../../../ui/status-mark";
import type { MyGroup } from "../queries";
import { Muted } from "./muted";

/** The reader's status in a group: the state, and what comes next. */
export function GroupState({ group }: { group: MyGroup }) {
  const { t } = useTranslation("requests");
  const { day } = useFormats();
  const { statusName, outcome, dueOn, endsOn, requestKind, source } = group;
  if (statusName === "approved") {
    return (
      <>
        <StatusMark look="on">{t("state.member")}</StatusMark>
        {endsOn && <Muted whole>{t("state.until", { day: day(endsOn) })}</Muted>}
        {source && <Muted>{t("state.from", { source })}</Muted>}
        {requestKind === "extend" && <Muted>{t("state.extensionAsked")}</Muted>}
      </>
    );
  }
  if (statusName === "pending") {
    return (
      <>
        <StatusMark look="waiting">{t("status.pending")}</StatusMark>
        {dueOn && <Muted whole>{t("state.due", { day: day(dueOn) })}</Muted>}
      </>
    );
  }
  switch (outcome) {
    case "refused":
    case "withdrawn":
      return <StatusMark look="off">{t(`state.${outcome}`)}</StatusMark>;
    case "timed_out":
    case "expired":
      return <StatusMark look="over">{t(`state.${outcome}`)}</StatusMark>;
    case "invited":
      return <StatusMark look="waiting">{t("state.invited")}</StatusMark>;
    default:
      return NONE;
  }
}
