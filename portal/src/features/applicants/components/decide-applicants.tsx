import { useTranslation } from "react-i18next";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { sentenceGap } from "../../../i18n/marks";
import type { Outcome } from "../../../kit/in-pieces";
import { Question } from "../../../kit/question";
import { usePeople } from "../../../kit/use-people";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { TextAreaField } from "../../../ui/form/text-area-field";
import { useForm } from "../../../ui/form/use-form";
import { showToast } from "../../../ui/toast/toast-store";
import { DECIDED, decide, type Deciding, type Decision } from "../queries";

export interface DecideWork extends Omit<Decision, "comment"> {
  what: "approve" | "refuse";
  /** Called after the decision with the ids that are still undecided, so that they stay ticked. */
  done?: (undecided: string[]) => void;
}

interface DecideProps {
  work: DecideWork;
  onClose: () => void;
}

/** Decides about one application or many: a question before an approval, a reason for a refusal (D-26). */
export default function DecideApplicants({ work, onClose }: DecideProps) {
  const { t } = useTranslation("applicants");
  const services = useServices();
  const call = async (comment: string) => {
    const written = await decide(services, { ...work, comment });
    const { undecided, failure } = written.data;
    work.done?.(undecided);
    if (undecided.length > 0) {
      const why = failureText(failure);
      showToast({ tone: "warning", text: t("decide.undecided", { count: undecided.length, why }) });
    }
    return written;
  };
  const given = { names: usePeople(work.applicants), applicants: work.applicants, call, onClose };
  return work.status === "approved" ? <Approve {...given} /> : <Refuse {...given} />;
}

interface GivenProps {
  names: string;
  applicants: Decision["applicants"];
  call: (comment: string) => Deciding;
  onClose: () => void;
}

/** Says how many were decided, and how many somebody else had already decided. */
function useDone(what: DecideWork["what"], applicants: Decision["applicants"]) {
  const { t } = useTranslation("applicants");
  return ({ decided, skipped }: Outcome) => {
    const count = decided.length;
    const one = applicants.find(({ id }) => id === decided[0]);
    const done =
      one && count === 1
        ? t(`${what}.doneOf`, { name: one.fullName || one.username })
        : t(`${what}.done`, { count });
    return [
      ...(count > 0 ? [done] : []),
      ...(skipped.length > 0 ? [t("decide.late", { count: skipped.length })] : []),
    ].join(sentenceGap());
  };
}

function Approve({ names, applicants, call, onClose }: GivenProps) {
  const { t } = useTranslation("applicants");
  const count = applicants.length;
  return (
    <Question
      title={t("approve.question", { count, names })}
      action={t("approve")}
      call={() => call("")}
      done={useDone("approve", applicants)}
      refresh={DECIDED}
      onClose={onClose}
    >
      {t("approve.consequence", { count })}
    </Question>
  );
}

function Refuse({ names, applicants, call, onClose }: GivenProps) {
  const { t } = useTranslation("applicants");
  const count = applicants.length;
  const form = useForm({ initial: { comment: "" }, required: ["comment"] });
  const save = useSave(form, {
    call: ({ comment }) => call(comment),
    done: useDone("refuse", applicants),
    refresh: DECIDED,
  });
  return (
    <EditDrawer
      title={t("refuse.question", { count, names })}
      form={form}
      save={save}
      action={t("refuse")}
      destructive
      onClose={onClose}
    >
      <TextAreaField
        label={t("reason")}
        help={t("refuse.help")}
        data-autofocus
        maxLength={500}
        {...form.text("comment")}
      />
    </EditDrawer>
  );
}
