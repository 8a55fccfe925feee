import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { SearchField } from "../../../kit/search-field";
import type { FormControl } from "../../../ui/form/use-form";
import { groups } from "../queries";

/** The group that a new account joins. */
export function GroupField<V extends { groupId: string }>({
  form: given,
  required,
}: {
  form: FormControl<V>;
  required: boolean;
}) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const form = given as unknown as FormControl<{ groupId: string }>;
  return (
    <SearchField
      form={form}
      name="groupId"
      label={t("group")}
      help={required ? t("groupHelpOwn") : t("groupHelp")}
      required={required}
      source={groups(services)}
    />
  );
}
