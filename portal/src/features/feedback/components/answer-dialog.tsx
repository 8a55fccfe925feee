import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useSave } from "../../../kit/use-save";
import { CheckboxField } from "../../../ui/form/checkbox-field";
import { FormDialog } from "../../../ui/form/form-dialog";
import { TextAreaField } from "../../../ui/form/text-area-field";
import { useForm } from "../../../ui/form/use-form";
import type { FeedbackDetails } from "../feedback";
import { answer, NAMES } from "../queries";

const MOST = 2_000;
const CLOSED = 2;

interface AnswerProps {
  feedback: FeedbackDetails;
  onClose: () => void;
}

/** The answer, which the author gets by email, and the authors of all duplicates. */
export function AnswerDialog({ feedback, onClose }: AnswerProps) {
  const { t } = useTranslation("feedback");
  const services = useServices();
  const { id, version, fullName, username, duplicates } = feedback;
  const name = fullName || username;
  const count = duplicates.length;
  const form = useForm({ initial: { answer: feedback.answer, close: true }, required: ["answer"] });
  const save = useSave(form, {
    call: ({ answer: text, close }) =>
      answer(services, { id, answer: text, version, ...(close && { status: CLOSED }) }),
    done: t("answer.done"),
    refresh: NAMES,
  });
  return (
    <FormDialog
      title={t("answer.title", { name })}
      width="560px"
      form={form}
      save={save}
      action={t("answer.send")}
      onClose={onClose}
    >
      <TextAreaField
        label={t("answer.text")}
        help={count > 0 ? t("answer.helpMany", { name, count }) : t("answer.help", { name })}
        rows={6}
        maxLength={MOST}
        {...form.text("answer")}
      />
      <CheckboxField label={t("answer.close")} {...form.tick("close")} />
    </FormDialog>
  );
}
