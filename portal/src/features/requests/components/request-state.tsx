import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import { StatusMark } from "../../../ui/status-mark";
import type { Request } from "../queries";
import { Muted } from "./muted";

/** The states of a request, each with its look. */
const STATES = {
  pending: "waiting",
  approved: "on",
  refused: "off",
  withdrawn: "over",
  timed_out: "over",
} as const;

type State = keyof typeof STATES;

/** The states as the choices of a filter. */
export function useStates() {
  const { t } = useTranslation("requests");
  return (Object.keys(STATES) as State[]).map((value) => ({ value, label: t(`status.${value}`) }));
}

/** The state of a request, the last day to decide, and who decided, when and why. */
export function RequestState({ request }: { request: Request }) {
  const { t } = useTranslation("requests");
  const { day } = useFormats();
  const { dueOn, groupAdmin, overdue, decidedAt, decidedBy, comment } = request;
  const state = request.state in STATES ? (request.state as State) : "pending";
  return (
    <>
      <StatusMark look={STATES[state]}>{t(`status.${state}`)}</StatusMark>
      {state === "pending" && (
        <Muted>
          {overdue ? t("state.overdue", { day: day(dueOn) }) : t("state.due", { day: day(dueOn) })}
        </Muted>
      )}
      {state === "pending" && groupAdmin && <Muted>{t("apply.who", { names: groupAdmin })}</Muted>}
      {decidedAt && decidedBy && <Muted>{t("state.by", { name: decidedBy, day: day(decidedAt) })}</Muted>}
      {comment && <Muted>{comment}</Muted>}
    </>
  );
}
