import { Grid } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { ChosenField } from "../../../kit/chosen-field";
import { agencies, brands, clients } from "../../../kit/sources";
import { FormSection } from "../../../ui/form/form-section";
import { SelectField } from "../../../ui/form/select-field";
import { TextAreaField } from "../../../ui/form/text-area-field";
import { TextField } from "../../../ui/form/text-field";
import { useValue, type FormControl } from "../../../ui/form/use-form";
import { people, products, VISIBILITIES } from "../queries";
import type { GroupValues } from "./group-values";

interface GroupSectionsProps {
  form: FormControl<GroupValues>;
  /** Only super administrators appoint managers and stand-ins of a group that gives rights of Atrium. */
  mayAppoint: boolean;
}

/** The longest name (V-35). */
const MAX_NAME = 100;

/** All fields of a group, in sections. Those that are rarely needed are closed at first. */
export function GroupSections({ form, mayAppoint }: GroupSectionsProps) {
  const { t } = useTranslation("groups");
  const services = useServices();
  const visible = useValue(form, "visible");
  const staff = { source: people(services), ...(!mayAppoint && { help: t("lockedAppoint") }) };
  const days = { type: "number", min: 1, max: 3650, inputMode: "numeric" } as const;
  return (
    <>
      <FormSection title={t("section.info")} form={form} names={["groupName", "desc", "adminMsg"]} open>
        <TextField label={t("name")} maxLength={MAX_NAME} counted {...form.text("groupName")} />
        <TextAreaField label={t("desc")} rows={3} maxLength={2000} {...form.text("desc")} />
        <TextAreaField
          label={t("adminMsg")}
          help={t("adminMsgHelp")}
          rows={3}
          maxLength={2000}
          {...form.text("adminMsg")}
        />
      </FormSection>
      <FormSection title={t("section.products")} form={form} names={["appIds"]} open>
        <ChosenField form={form} name="appIds" label={t("products")} source={products(services)} />
      </FormSection>
      <FormSection title={t("section.managers")} form={form} names={["groupAdmin", "standInIds"]} open>
        <ChosenField
          form={form}
          name="groupAdmin"
          label={t("managers")}
          help={t("managersHelp")}
          {...staff}
        />
        <ChosenField
          form={form}
          name="standInIds"
          label={t("standIns")}
          help={t("standInsHelp")}
          {...staff}
        />
      </FormSection>
      <FormSection title={t("section.days")} form={form} names={["dueDays", "refuseDays", "maxDays"]}>
        <Grid templateColumns="repeat(auto-fit, minmax(160px, 1fr))" gap="4">
          <TextField label={t("dueDays")} {...days} {...form.text("dueDays")} />
          <TextField label={t("refuseDays")} {...days} {...form.text("refuseDays")} />
          <TextField label={t("maxDays")} help={t("maxDaysHelp")} {...days} {...form.text("maxDays")} />
        </Grid>
      </FormSection>
      <FormSection title={t("section.visibility")} form={form} names={["visible", "agencyIds", "userIds"]}>
        <SelectField
          label={t("visible")}
          help={t("visibleHelp")}
          options={VISIBILITIES.map((value) => ({ value, label: t(`visible.${value}`) }))}
          {...form.text("visible")}
        />
        {visible === "partial" && (
          <>
            <ChosenField form={form} name="agencyIds" label={t("agencies")} source={agencies(services)} />
            <ChosenField form={form} name="userIds" label={t("people")} source={people(services)} />
          </>
        )}
      </FormSection>
      <FormSection title={t("section.limits")} form={form} names={["clientIds", "brandIds"]}>
        <ChosenField
          form={form}
          name="clientIds"
          label={t("clients")}
          help={t("limitsHelp")}
          source={clients(services)}
        />
        <ChosenField form={form} name="brandIds" label={t("brands")} source={brands(services)} />
      </FormSection>
    </>
  );
}
