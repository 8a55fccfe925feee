import { Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { sentenceGap } from "../../../i18n/marks";
import type { Outcome } from "../../../kit/in-pieces";
import { Question } from "../../../kit/question";
import { usePeople } from "../../../kit/use-people";
import { showToast } from "../../../ui/toast/toast-store";
import { useFormats } from "../../../i18n/use-formats";
import { DECIDED, decide, examine, type Deciding, type Decision, type Request } from "../queries";
import { useJoins } from "./joins";
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
  const given = { names, requests: work.requests, call, onClose };
  return work.status === "approved" ? <Approve {...given} /> : <Refuse {...given} />;
}

interface GivenProps {
  names: string;
  requests: Request[];
  call: (comment: string) => Deciding;
  onClose: () => void;
}

/** Says how many were decided, how many somebody else had already decided, and how many can no longer be decided. */
function useDone(what: DecideWork["what"], requests: Request[]) {
  const { t } = useTranslation("requests");
  return ({ decided, skipped, unusable }: Outcome) => {
    const count = decided.length;
    const one = requests.find(({ id }) => id === decided[0]);
    const done =
      one && count === 1
        ? t(`${what}.doneOf`, { name: one.fullName || one.username })
        : t(`${what}.done`, { count });
    const before = skipped.length - unusable.length;
    return [
      ...(count > 0 ? [done] : []),
      ...(before > 0 ? [t("decide.late", { count: before })] : []),
      ...(unusable.length > 0 ? [t("decide.unusable", { count: unusable.length })] : []),
    ].join(sentenceGap());
  };
}

/** How many consequences are said one by one. */
const SAID = 5;

function Approve({ names, requests, call, onClose }: GivenProps) {
  const { t } = useTranslation("requests");
  const joins = useJoins();
  const count = requests.length;
  return (
    <Question
      title={t("approve.question", { count, names })}
      action={t("approve")}
      call={() => call("")}
      done={useDone("approve", requests)}
      refresh={DECIDED}
      onClose={onClose}
    >
      {requests.slice(0, SAID).map((request) => (
        <Text key={request.id} margin="0">
          {joins(request)}
        </Text>
      ))}
      {count > SAID && t("approve.more", { count: count - SAID })}
    </Question>
  );
}

function Refuse({ names, requests, call, onClose }: GivenProps) {
  const { t } = useTranslation("requests");
  const { day } = useFormats();
  const count = requests.length;
  const about = requests.slice(0, SAID).map(({ id, fullName, username, groupName, createdAt, kind }) => {
    const values = { name: fullName || username, group: groupName, day: day(createdAt) };
    return (
      <Text key={id} margin="0">
        {kind === "extend" ? t("refuse.extends", values) : t("refuse.joins", values)}
      </Text>
    );
  });
  return (
    <Reason
      title={t("refuse.question", { count, names })}
      about={about}
      call={call}
      done={useDone("refuse", requests)}
      onClose={onClose}
    />
  );
}
