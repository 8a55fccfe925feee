import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import { useServerDay } from "../../../kit/server-time";
import { StatusMark } from "../../../ui/status-mark";
import type { Request } from "../queries";
import { Muted } from "./muted";

/** The states of a request, each with its look. */
const STATES = {
  pending: "waiting",
  approved: "on",
  refused: "off",
  withdrawn: "off",
  timed_out: "over",
} as const;

type State = keyof typeof STATES;

/** The states as the choices of a filter. */
export function useStates() {
  const { t } = useTranslation("requests");
  return (Object.keys(STATES) as State[]).map((value) => ({ value, label: t(`status.${value}`) }));
}

interface RequestStateProps {
  request: Request;
  /** In a list that is filtered by days of the server: it was decided on such a day. */
  byServer?: boolean;
}

/** The state of a request, the last day to decide, and who decided, when and why. */
export function RequestState({ request, byServer = false }: RequestStateProps) {
  const { t } = useTranslation("requests");
  const { day, joined } = useFormats();
  const serverDay = useServerDay();
  const { groupAdmin, decidedAt, decidedBy, comment, overdue, dueOn } = request;
  const late = overdue && { color: "warning" };
  const state = request.state in STATES ? (request.state as State) : "pending";
  return (
    <>
      <StatusMark look={STATES[state]}>{t(`status.${state}`)}</StatusMark>
      {state === "pending" && (
        <Muted whole {...late}>
          {t(overdue ? "state.overdue" : "state.due", { day: day(dueOn) })}
        </Muted>
      )}
      {state === "pending" && groupAdmin && <Muted>{t("apply.who", { names: joined(groupAdmin) })}</Muted>}
      {decidedAt && decidedBy && (
        <Muted whole>
          {t("state.by", { name: decidedBy, day: byServer ? serverDay(decidedAt) : day(decidedAt) })}
        </Muted>
      )}
      {comment && <Muted>{comment}</Muted>}
    </>
  );
}
