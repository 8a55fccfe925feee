import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { SearchField } from "../../../kit/search-field";
import { useSave } from "../../../kit/use-save";
import { FormDialog } from "../../../ui/form/form-dialog";
import { useForm } from "../../../ui/form/use-form";
import type { FeedbackDetails } from "../feedback";
import { assign, handlers, NAMES } from "../queries";

interface AssignProps {
  feedback: FeedbackDetails;
  onClose: () => void;
}

/** Gives the feedback to another person who may handle it. */
export function AssignDialog({ feedback: { id, version }, onClose }: AssignProps) {
  const { t } = useTranslation("feedback");
  const services = useServices();
  const form = useForm({ initial: { userId: "" }, required: ["userId"] });
  const save = useSave(form, {
    call: ({ userId }) => assign(services, { id, userId, version }),
    done: t("assign.done"),
    refresh: NAMES,
  });
  return (
    <FormDialog title={t("assignOther")} form={form} save={save} action={t("assign")} onClose={onClose}>
      <SearchField label={t("assign.label")} form={form} name="userId" source={handlers(services)} required />
    </FormDialog>
  );
}
