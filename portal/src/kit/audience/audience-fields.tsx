import { useTranslation } from "react-i18next";
import { useServices } from "../../api/services";
import { FormSection } from "../../ui/form/form-section";
import type { FormControl } from "../../ui/form/use-form";
import { ChosenField } from "../chosen-field";
import { SearchField } from "../search-field";
import { agencies, clients, groups, productsByCode } from "../sources";
import type { AudienceValues } from "./audience";

interface AudienceFieldsProps<V extends AudienceValues> {
  form: FormControl<V>;
  /** How many groups of the audience the reader may not see. */
  hiddenGroups: number;
}

/** Whom something is for: a product, clients, agencies and groups. */
export function AudienceFields<V extends AudienceValues>(props: AudienceFieldsProps<V>) {
  const { form: given, hiddenGroups } = props;
  const { t } = useTranslation("audience");
  const services = useServices();
  // These fields use only their own part of the form.
  const form = given as unknown as FormControl<AudienceValues>;
  return (
    <FormSection title={t("audience")} form={form} names={["appName", "clients", "agencies", "groups"]}>
      <SearchField
        form={form}
        name="appName"
        label={t("product")}
        help={t("product.help")}
        source={productsByCode(services)}
      />
      <ChosenField
        form={form}
        name="clients"
        label={t("clients")}
        help={t("allIfEmpty")}
        source={clients(services)}
      />
      <ChosenField
        form={form}
        name="agencies"
        label={t("agencies")}
        help={t("allIfEmpty")}
        source={agencies(services)}
      />
      <ChosenField
        form={form}
        name="groups"
        label={t("groups")}
        help={hiddenGroups > 0 ? t("groups.hidden", { count: hiddenGroups }) : t("allIfEmpty")}
        source={groups(services)}
      />
    </FormSection>
  );
}
