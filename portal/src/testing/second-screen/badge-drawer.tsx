import { useTranslation } from "react-i18next";
import { STATUS } from "../../api/failure";
import { useServices } from "../../api/services";
import { useSave } from "../../kit/use-save";
import { CheckboxField } from "../../ui/form/checkbox-field";
import { EditDrawer } from "../../ui/form/edit-drawer";
import { SelectField } from "../../ui/form/select-field";
import { TextAreaField } from "../../ui/form/text-area-field";
import { TextField } from "../../ui/form/text-field";
import { useForm } from "../../ui/form/use-form";
import { saveBadge } from "./queries";
import type { Badge } from "./sample";

const NEW = { name: "", kind: "", note: "", active: true };

/** Changes `badge`, or adds a badge if there is none. */
export default function BadgeDrawer({ badge, onClose }: { badge: Badge | undefined; onClose: () => void }) {
  const { t } = useTranslation("badges");
  const services = useServices();
  const { name, kind, note, active } = badge ?? NEW;
  const form = useForm({
    initial: { name, kind, note, active },
    required: ["name", "kind"],
    check: (values) => (values.name.length > 20 ? { name: t("tooLong") } : {}),
  });
  const save = useSave(form, {
    call: (values) => saveBadge(services, { ...values, ...(badge && { id: badge.id }) }),
    done: t("saved"),
    refresh: ["badges"],
    fieldOf: ({ status }) => (status === STATUS.userExists ? "name" : undefined),
  });
  const kinds = [
    { value: "staff", label: t("kind.staff") },
    { value: "guest", label: t("kind.guest") },
  ];
  return (
    <EditDrawer title={badge ? t("edit", { name }) : t("add")} form={form} save={save} onClose={onClose}>
      <TextField label={t("name")} help={t("nameHelp")} {...form.text("name")} />
      <SelectField label={t("kind")} placeholder="" options={kinds} {...form.text("kind")} />
      <TextAreaField label={t("note")} {...form.text("note")} />
      <CheckboxField label={t("active")} {...form.tick("active")} />
    </EditDrawer>
  );
}
