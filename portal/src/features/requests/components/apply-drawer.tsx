import { Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { TextAreaField } from "../../../ui/form/text-area-field";
import { TextField } from "../../../ui/form/text-field";
import { useForm } from "../../../ui/form/use-form";
import { apply, ASKED, type Wanted } from "../queries";

/** T-17, D-26: asks for a group with a reason, and for how long. Sending it is the confirmation. */
export default function ApplyDrawer({ group, onClose }: { group: Wanted; onClose: () => void }) {
  const { t } = useTranslation("requests");
  const services = useServices();
  const { groupName: name, groupAdmin, adminMsg, maxDays } = group;
  const form = useForm({
    initial: { reason: "", wantedDays: "" },
    check: ({ wantedDays }) => (/^([1-9]\d{0,4})?$/.test(wantedDays) ? {} : { wantedDays: t("days.wrong") }),
  });
  const save = useSave(form, {
    call: ({ reason, wantedDays }) =>
      apply(services, group, { reason, ...(wantedDays && { wantedDays: Number(wantedDays) }) }),
    done: t("apply.done", { name }),
    refresh: ASKED,
  });
  return (
    <EditDrawer
      title={t("apply.for", { name })}
      form={form}
      save={save}
      action={t("apply.send")}
      onClose={onClose}
    >
      <Text margin="0">{t("apply.who", { names: groupAdmin || t("apply.administrators") })}</Text>
      {adminMsg && (
        <Text margin="0" color="fg.muted" overflowWrap="anywhere">
          {adminMsg}
        </Text>
      )}
      <TextAreaField
        label={t("reason")}
        help={t("reason.help")}
        data-autofocus
        maxLength={500}
        {...form.text("reason")}
      />
      <TextField
        label={t("days")}
        help={maxDays ? t("days.most", { count: maxDays }) : t("days.help")}
        inputMode="numeric"
        maxLength={5}
        maxWidth="52"
        {...form.text("wantedDays")}
      />
    </EditDrawer>
  );
}
