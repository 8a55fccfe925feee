import { Flex, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { SearchField } from "../../../kit/search-field";
import { useSave } from "../../../kit/use-save";
import { DateField } from "../../../ui/form/date-field";
import { FormDialog } from "../../../ui/form/form-dialog";
import { useForm } from "../../../ui/form/use-form";
import { saveAbsence, standIns, type PlannedAbsence } from "../absence-queries";

interface EditAbsenceProps {
  /** The absence that is stored. */
  present: PlannedAbsence | null;
  onClose: () => void;
}

/** From when to when the person is away, and who decides meanwhile. */
export function EditAbsence({ present, onClose }: EditAbsenceProps) {
  const { t } = useTranslation("account");
  const services = useServices();
  const form = useForm({
    initial: {
      userId: present?.userId ?? "",
      firstDay: present?.firstDay ?? "",
      lastDay: present?.lastDay ?? "",
    },
    required: ["userId", "firstDay", "lastDay"],
  });
  const save = useSave(form, {
    call: (values) => saveAbsence(services, values),
    done: t("absence.done"),
    refresh: ["own-absence"],
  });
  return (
    <FormDialog title={t("absence")} form={form} save={save} action={t("absence.save")} onClose={onClose}>
      <Text margin="0">{t("absence.rules")}</Text>
      <SearchField
        form={form}
        name="userId"
        label={t("absence.standIn")}
        required
        source={standIns(services, present)}
      />
      <Flex wrap="wrap" gap="4">
        <DateField label={t("absence.first")} {...form.text("firstDay")} />
        <DateField label={t("absence.last")} {...form.text("lastDay")} />
      </Flex>
    </FormDialog>
  );
}
