import { useTranslation } from "react-i18next";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import type { Outcome } from "../../../kit/in-pieces";
import { Question } from "../../../kit/question";
import { usePeople } from "../../../kit/use-people";
import { showToast } from "../../../ui/toast/toast-store";
import { DECIDED, decide, examine, type Deciding, type Decision } from "../queries";
import { Reason } from "./reason";

export interface DecideWork extends Omit<Decision, "comment"> {
  what: "approve" | "refuse";
  /** Called after the decision with the ids that are still undecided, so that they stay ticked. */
  done?: (undecided: string[]) => void;
}

interface DecideProps {
  work: DecideWork;
  /** Whether the reader decides as an administrator and not as a manager. */
  examining: boolean;
  onClose: () => void;
}

/** Decides about one request or many: a question before an approval, a reason for a refusal (T-21, T-23, T-24, D-26). */
export default function Decide({ work, examining, onClose }: DecideProps) {
  const { t } = useTranslation("requests");
  const services = useServices();
  const call = async (comment: string) => {
    const written = await (examining ? examine : decide)(services, { ...work, comment });
    const { undecided, failure } = written.data;
    work.done?.(undecided);
    if (undecided.length > 0) {
      const why = failureText(failure);
      showToast({ tone: "warning", text: t("decide.undecided", { count: undecided.length, why }) });
    }
    return written;
  };
  const names = usePeople(work.requests);
  const given = { names, count: work.requests.length, call, onClose };
  return work.status === "approved" ? <Approve {...given} /> : <Refuse {...given} />;
}

interface GivenProps {
  names: string;
  count: number;
  call: (comment: string) => Deciding;
  onClose: () => void;
}

/** Says how many were decided, how many somebody else had already decided, and how many can no longer be decided. */
function useDone(status: Decision["status"]) {
  const { t } = useTranslation("requests");
  return ({ decided, skipped, unusable }: Outcome) => {
    const count = decided.length;
    const done = status === "approved" ? t("approve.done", { count }) : t("refuse.done", { count });
    const before = skipped.length - unusable.length;
    return [
      ...(count > 0 ? [done] : []),
      ...(before > 0 ? [t("decide.late", { count: before })] : []),
      ...(unusable.length > 0 ? [t("decide.unusable", { count: unusable.length })] : []),
    ].join(" ");
  };
}

function Approve({ names, count, call, onClose }: GivenProps) {
  const { t } = useTranslation("requests");
  return (
    <Question
      title={t("approve.question", { count, names })}
      action={t("approve")}
      call={() => call("")}
      done={useDone("approved")}
      refresh={DECIDED}
      onClose={onClose}
    >
      {t("approve.consequence", { count })}
    </Question>
  );
}

function Refuse({ names, count, call, onClose }: GivenProps) {
  const { t } = useTranslation("requests");
  return (
    <Reason
      title={t("refuse.question", { count, names })}
      call={call}
      done={useDone("refused")}
      onClose={onClose}
    />
  );
}
