import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { SearchField } from "../../../kit/search-field";
import { useSave } from "../../../kit/use-save";
import { FormDialog } from "../../../ui/form/form-dialog";
import { useForm } from "../../../ui/form/use-form";
import type { FeedbackDetails } from "../feedback";
import { firsts, merge, NAMES } from "../queries";

interface MergeProps {
  feedback: FeedbackDetails;
  onClose: () => void;
}

/** Makes the feedback a duplicate of another, which is found by its words. */
export function MergeDialog({ feedback: { id, version }, onClose }: MergeProps) {
  const { t } = useTranslation("feedback");
  const services = useServices();
  const form = useForm({
    initial: { intoId: "" },
    check: ({ intoId }) => (intoId ? {} : { intoId: t("merge.none") }),
  });
  const save = useSave(form, {
    call: ({ intoId }) => merge(services, { id, intoId, version }),
    done: t("merge.done"),
    refresh: NAMES,
  });
  return (
    <FormDialog
      title={t("merge.title")}
      width="560px"
      form={form}
      save={save}
      action={t("merge.do")}
      onClose={onClose}
    >
      <SearchField
        label={t("merge.label")}
        help={t("merge.help")}
        form={form}
        name="intoId"
        source={firsts(services, id)}
        required
      />
    </FormDialog>
  );
}
