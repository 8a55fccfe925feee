import { Button, Skeleton, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { sentenceGap } from "../../../i18n/marks";
import { useCan } from "../../../access/can";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { LimitFields } from "../../../kit/limit-fields";
import { RightsField } from "../../../kit/rights-field";
import { SearchField } from "../../../kit/search-field";
import { products } from "../../../kit/sources";
import { CheckboxField } from "../../../ui/form/checkbox-field";
import { SelectField } from "../../../ui/form/select-field";
import { TextAreaField } from "../../../ui/form/text-area-field";
import { TextField } from "../../../ui/form/text-field";
import { useValue, type FormControl } from "../../../ui/form/use-form";
import { STATUS } from "../queries";
import { ACCOUNT_TYPES, rightsTree, type Role } from "../role-queries";
import type { RoleValues } from "./role-values";

interface RoleFieldsProps {
  form: FormControl<RoleValues>;
  /** The role to change; none for a new one, which chooses its product too. */
  role?: Role;
}

/** All fields of a role: whom it is for, and what it gives. */
export function RoleFields({ form, role }: RoleFieldsProps) {
  const { t } = useTranslation("rights");
  const services = useServices();
  const seesAll = useCan()("operation_access.AccessManagement.RoleList.view");
  return (
    <>
      {!role && (
        <SearchField
          form={form}
          name="projectId"
          label={t("product")}
          required
          source={products(services, !seesAll)}
          onChoose={() => form.set("accessIds", [])}
        />
      )}
      <TextField label={t("name")} maxLength={100} counted {...form.text("roleName")} />
      <LimitFields
        form={form}
        type="accountType"
        organisation="orgId"
        label={t("accountType")}
        help={t("accountTypeHelp")}
        types={ACCOUNT_TYPES.map((value) => ({ value, label: t(`accountType.${value}`) }))}
        known={role && { value: role.orgId, label: role.orgName }}
      />
      <TextAreaField label={t("desc")} rows={3} maxLength={1000} {...form.text("desc")} />
      <SelectField
        label={t("status")}
        options={Object.entries(STATUS).map(([value, word]) => ({ value, label: t(`status.${word}`) }))}
        {...form.text("status")}
      />
      <CheckboxField label={t("requiresFactor")} {...form.tick("requiresFactor")} />
      <Rights form={form} roleId={role?.roleId} />
    </>
  );
}

/** The access rights of the product that the role gives. */
function Rights({ form, roleId }: { form: FormControl<RoleValues>; roleId: string | undefined }) {
  const { t } = useTranslation(["rights", "ui"]);
  const projectId = Number(useValue(form, "projectId"));
  const chosen = useValue(form, "accessIds");
  const { data, error, refetch } = useQuery(rightsTree(useServices(), projectId, roleId));
  if (!projectId)
    return (
      <Text margin="0" fontSize="md" color="fg.muted">
        {t("rights:rights.product")}
      </Text>
    );
  if (error)
    return (
      <Text margin="0" role="alert">
        {failureText(error)}
        {sentenceGap()}
        <Button variant="plain" onClick={() => void refetch()}>
          {t("ui:retry")}
        </Button>
      </Text>
    );
  if (!data) return <Skeleton height="40" aria-busy="true" />;
  return (
    <RightsField
      label={t("rights:rights")}
      help={t("rights:rights.help")}
      modules={data}
      chosen={chosen}
      onChange={(next) => form.set("accessIds", next)}
    />
  );
}
