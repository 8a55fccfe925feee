import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { ChosenField } from "../../../kit/chosen-field";
import { SearchField } from "../../../kit/search-field";
import { brands, clients, divisions, modules, products } from "../../../kit/sources";
import { FormSection } from "../../../ui/form/form-section";
import { SelectField } from "../../../ui/form/select-field";
import { TextAreaField } from "../../../ui/form/text-area-field";
import { TextField } from "../../../ui/form/text-field";
import { useValue, type FormControl } from "../../../ui/form/use-form";
import { STATUS, TYPES, type Right } from "../queries";
import type { RightValues } from "./right-values";

interface RightFieldsProps {
  form: FormControl<RightValues>;
  /** The access right to change; none for a new one, which chooses its product too. */
  right?: Right;
}

/** All fields of an access right but its groups. */
export function RightFields({ form, right }: RightFieldsProps) {
  const { t } = useTranslation("rights");
  const services = useServices();
  const seesAll = useCan()("operation_access.AccessManagement.AccessList.view");
  const projectId = useValue(form, "projectId");
  return (
    <>
      {!right && (
        <SearchField
          form={form}
          name="projectId"
          label={t("product")}
          required
          source={products(services, !seesAll)}
          onChoose={() => form.set("moduleId", "")}
        />
      )}
      <TextField label={t("name")} maxLength={100} counted {...form.text("accessName")} />
      <TextField label={t("code")} help={t("codeHelp")} maxLength={200} {...form.text("accessCode")} />
      <SelectField
        label={t("type")}
        options={TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        {...form.text("type")}
      />
      {projectId && (
        <SearchField
          key={projectId}
          form={form}
          name="moduleId"
          label={t("module")}
          help={t("moduleHelp")}
          source={moduleSource(modules(services, Number(projectId)), right)}
        />
      )}
      <TextAreaField label={t("desc")} rows={3} maxLength={1000} {...form.text("desc")} />
      <SelectField
        label={t("status")}
        options={Object.entries(STATUS).map(([value, word]) => ({ value, label: t(`status.${word}`) }))}
        {...form.text("status")}
      />
      <FormSection title={t("section.scopes")} form={form} names={["clientIds", "divisionIds", "brandIds"]}>
        <ChosenField
          form={form}
          name="clientIds"
          label={t("clients")}
          help={t("scopesHelp")}
          source={clients(services)}
        />
        <ChosenField form={form} name="divisionIds" label={t("divisions")} source={divisions(services)} />
        <ChosenField form={form} name="brandIds" label={t("brands")} source={brands(services)} />
      </FormSection>
    </>
  );
}

/** The options leave out modules that are off; the one that is chosen already has its name. */
function moduleSource(source: ReturnType<typeof modules>, right: Right | undefined): typeof source {
  const { moduleId = "", moduleName = "" } = right ?? {};
  return {
    ...source,
    find: async (value, signal) =>
      value === moduleId
        ? { value, label: moduleName }
        : (await source.search("", signal)).find((option) => option.value === value),
  };
}
