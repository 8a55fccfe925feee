import { Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { ChosenField } from "../../../kit/chosen-field";
import { NotThereYet } from "../../../kit/not-there-yet";
import { SearchField } from "../../../kit/search-field";
import { organisations, products } from "../../../kit/sources";
import type { Option } from "../../../kit/use-search";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { SelectField } from "../../../ui/form/select-field";
import { useForm, useValue, type FormControl } from "../../../ui/form/use-form";
import {
  accessQuery,
  accountTypesQuery,
  ASSIGNED,
  assignRoles,
  rolesOf,
  type AccountAccess,
} from "../queries";
import type { AccountName } from "./account-actions";
import { personName } from "./change-status";

type Role = AccountAccess["roles"][number];

const EMPTY = { projectId: "", roleIds: [] as Option[], accountType: "0", orgId: "" };

/** The roles of somebody in one product, and the agency or client that they are limited to (C-044, G-45, G-90). */
export function AccountRoles({ account, onClose }: { account: AccountName; onClose: () => void }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const { userId } = account;
  const name = personName(account);
  const { data, error, refetch } = useQuery(accessQuery(services, userId));
  const form = useForm({ initial: EMPTY, required: ["projectId"] });
  const save = useSave(form, {
    call: ({ projectId, roleIds, accountType, orgId }) =>
      assignRoles(services, userId, {
        projectId: Number(projectId),
        roleIds: roleIds.map(({ value }) => value),
        accountType: Number(accountType),
        ...(accountType !== "0" && orgId && { orgId }),
      }),
    done: t("roles.done", { name }),
    refresh: ASSIGNED,
  });
  const waiting = data ? undefined : (
    <NotThereYet error={error} onRetry={() => void refetch()} lines={4} height="16" />
  );
  return (
    <EditDrawer
      title={t("roles.title", { name })}
      form={form}
      save={save}
      onClose={onClose}
      {...(waiting && { waiting })}
    >
      {data && <Fields form={form} roles={data.roles} />}
    </EditDrawer>
  );
}

function Fields({ form, roles }: { form: FormControl<typeof EMPTY>; roles: Role[] }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const seesAll = useCan()("operation_access.AccessManagement.RoleList.view");
  const projectId = useValue(form, "projectId");
  const accountType = useValue(form, "accountType");
  const types = useQuery(accountTypesQuery(services)).data ?? [];
  const type = form.text("accountType");
  const ofProduct = (product: string) => roles.filter((role) => String(role.projectId) === product);
  const begin = (product: string) => {
    const own = ofProduct(product);
    form.set(
      "roleIds",
      own.map(({ roleId, roleName }) => ({ value: roleId, label: roleName })),
    );
    form.set("accountType", String(own[0]?.assignedAccountType ?? 0));
    form.set("orgId", own[0]?.assignedOrgId ?? "");
  };
  const limited = ofProduct(projectId).find(({ assignedOrgId }) => assignedOrgId !== "");
  const source = organisations(services, accountType);
  return (
    <>
      <SearchField
        form={form}
        name="projectId"
        label={t("roles.product")}
        help={t("roles.productHelp")}
        required
        source={products(services, !seesAll)}
        onChoose={(product) => begin(product?.value ?? "")}
      />
      {projectId === "" ? (
        <Text margin="0" fontSize="md" color="fg.muted">
          {t("roles.chooseProduct")}
        </Text>
      ) : (
        <>
          <ChosenField
            key={projectId}
            form={form}
            name="roleIds"
            label={t("roles")}
            help={t("roles.help")}
            source={rolesOf(services, Number(projectId))}
          />
          <SelectField
            label={t("roles.limit")}
            help={t("roles.limitHelp")}
            options={[
              { value: "0", label: t("roles.noLimit") },
              ...types.map((one) => ({ value: String(one.accountType), label: one.accountTypeName })),
            ]}
            {...type}
            onChange={(event) => {
              void type.onChange(event);
              form.set("orgId", "");
            }}
          />
          {accountType !== "0" && (
            <SearchField
              key={`${projectId} ${accountType}`}
              form={form}
              name="orgId"
              label={accountType === "3" ? t("client") : t("agency")}
              help={t("roles.orgHelp")}
              source={{
                ...source,
                find: async (value, signal) =>
                  value === limited?.assignedOrgId
                    ? { value, label: limited.assignedOrgName }
                    : (await source.search("", signal)).find((option) => option.value === value),
              }}
            />
          )}
        </>
      )}
    </>
  );
}
