import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { languageOf } from "../../../i18n/i18n";
import { SearchField } from "../../../kit/search-field";
import { agencies } from "../../../kit/sources";
import { CheckboxField } from "../../../ui/form/checkbox-field";
import { FormSection } from "../../../ui/form/form-section";
import { RowsField } from "../../../ui/form/rows-field";
import { SelectField } from "../../../ui/form/select-field";
import { TextAreaField } from "../../../ui/form/text-area-field";
import { TextField } from "../../../ui/form/text-field";
import { people, TYPES } from "../queries";
import { ApplicationChoice, type ProductPartProps } from "./application-choice";
import { IconField } from "./icon-field";
import { MoreFields } from "./more-fields";

/** All fields of a product, in sections. Its own administrator has the texts alone. */
export function ProductFields({ form, product, known = [] }: ProductPartProps) {
  const { t } = useTranslation("products");
  const all = product?.mayEdit ?? true;
  return (
    <>
      {all && <Card form={form} product={product} known={known} />}
      <TextAreaField label={t("attribute1")} {...form.text("attribute1")} />
      <TextAreaField
        label={t("descriptionZh")}
        help={t("descriptionZhHelp")}
        {...form.text("descriptionZh")}
      />
      {(["attribute2", "attribute3"] as const).map((name) => (
        <TextAreaField key={name} label={t(name)} {...form.text(name)} />
      ))}
      {all && <Access form={form} product={product} known={known} />}
      <MoreFields form={form} addresses={all} productId={product?.projectId} />
    </>
  );
}

function Card({ form, product, known }: ProductPartProps) {
  const { t, i18n } = useTranslation("products");
  const services = useServices();
  const { typeLabels } = services.config;
  const label = (id: number) => typeLabels[id]?.[languageOf(i18n)] ?? t("type.number", { number: id });
  return (
    <>
      <TextField label={t("name")} maxLength={100} {...form.text("name")} />
      <TextField label={t("nameZh")} help={t("nameZhHelp")} maxLength={100} {...form.text("nameZh")} />
      {!product && <TextField label={t("code")} help={t("codeHelp")} {...form.text("appName")} />}
      <SelectField
        label={t("type")}
        placeholder=""
        options={TYPES.map((id) => ({ value: String(id), label: label(id) }))}
        {...form.text("typeId")}
      />
      <SearchField
        form={form}
        name="adminId"
        label={t("administrator")}
        required
        help={t("administratorHelp")}
        source={people(services, product, known)}
      />
      <TextField
        label={t("link")}
        help={t("linkHelp")}
        type="url"
        placeholder="https://"
        {...form.text("link")}
      />
    </>
  );
}

function Access({ form, product, known }: ProductPartProps) {
  const { t } = useTranslation("products");
  const services = useServices();
  const rowName = (index: number) => t("agency.row", { number: index + 1 });
  return (
    <FormSection
      title={t("section.access")}
      form={form}
      names={["applicationId", "agencies", "sort", "typeName", "iconimgUrl"]}
    >
      <CheckboxField label={t("everyone")} {...form.tick("everyone")} />
      <RowsField form={form} name="agencies" label={t("agencies")} rowName={rowName} blank={{ value: "" }}>
        {(index) => (
          <SearchField
            form={form}
            name={`agencies.${index}.value`}
            label={rowName(index)}
            source={agencies(services)}
          />
        )}
      </RowsField>
      <ApplicationChoice form={form} product={product} known={known} />
      <CheckboxField
        label={t(product?.hiddenBySettings ? "hidden.bySettings" : "hidden")}
        {...form.tick("hidden")}
      />
      <TextField label={t("order")} inputMode="numeric" maxWidth="52" {...form.text("sort")} />
      <TextField label={t("typeName")} maxLength={100} {...form.text("typeName")} />
      <IconField form={form} />
    </FormSection>
  );
}
