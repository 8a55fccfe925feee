import { Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { useServices } from "../../../api/services";
import { ChosenField } from "../../../kit/chosen-field";
import { EVERY_TYPE, LimitFields } from "../../../kit/limit-fields";
import { NotThereYet } from "../../../kit/not-there-yet";
import { SearchField } from "../../../kit/search-field";
import { products } from "../../../kit/sources";
import type { Option } from "../../../kit/use-search";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
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

const EMPTY = {
  projectId: "",
  roleIds: [] as Option[],
  /** What limits each role, by its id. A removed role keeps its limit, for when it is chosen again. */
  accountTypes: {} as Record<string, string>,
  orgIds: {} as Record<string, string>,
};

/** The roles of somebody in one product, each with the accounts that it is limited to (C-044, G-45, G-90). */
export function AccountRoles({ account, onClose }: { account: AccountName; onClose: () => void }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const { userId } = account;
  const name = personName(account);
  const { data, error, refetch } = useQuery(accessQuery(services, userId));
  const form = useForm({ initial: EMPTY, required: ["projectId"] });
  const save = useSave(form, {
    call: (values) => assignRoles(services, userId, sentBy(values)),
    pathOf: fieldOfLimit,
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

/** The field of a fault: the server names a limit by its position in the call, the form by its role. */
function fieldOfLimit(path: string, values: typeof EMPTY): string {
  const [, position, member] = /^limits\.(\d+)\.(.+)$/.exec(path) ?? [];
  const roleId = sentBy(values).limits[Number(position)]?.roleId;
  if (roleId === undefined) return path;
  if (member === "orgId") return `orgIds.${roleId}`;
  return member === "accountType" ? `accountTypes.${roleId}` : "roleIds";
}

/** The roles and their limits, for the call. */
function sentBy({ projectId, roleIds, accountTypes, orgIds }: typeof EMPTY) {
  const ids = roleIds.map(({ value }) => value);
  const limits = ids.flatMap((roleId) => {
    const [type = EVERY_TYPE, orgId] = [accountTypes[roleId], orgIds[roleId]];
    return type === EVERY_TYPE ? [] : [{ roleId, accountType: Number(type), ...(orgId && { orgId }) }];
  });
  return { projectId: Number(projectId), roleIds: ids, limits };
}

function Fields({ form, roles }: { form: FormControl<typeof EMPTY>; roles: Role[] }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const seesAll = useCan()("operation_access.AccessManagement.RoleList.view");
  const projectId = useValue(form, "projectId");
  const types = useQuery(accountTypesQuery(services)).data ?? [];
  const begin = (product: string) => {
    const own = roles.filter((role) => String(role.projectId) === product);
    form.set(
      "roleIds",
      own.map(({ roleId, roleName }) => ({ value: roleId, label: roleName })),
    );
    form.set(
      "accountTypes",
      Object.fromEntries(own.map((role) => [role.roleId, String(role.assignedAccountType ?? EVERY_TYPE)])),
    );
    form.set("orgIds", Object.fromEntries(own.map(({ roleId, assignedOrgId }) => [roleId, assignedOrgId])));
  };
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
        <ChosenField
          key={projectId}
          form={form}
          name="roleIds"
          label={t("roles")}
          help={t("roles.help")}
          source={rolesOf(services, Number(projectId))}
          each={({ value }) => (
            <LimitFields
              form={form}
              type={`accountTypes.${value}`}
              organisation={`orgIds.${value}`}
              label={t("roles.limit")}
              types={[
                { value: EVERY_TYPE, label: t("roles.noLimit") },
                ...types.map((one) => ({ value: String(one.accountType), label: one.accountTypeName })),
              ]}
              known={organisationOf(roles.find(({ roleId }) => roleId === value))}
            />
          )}
        />
      )}
    </>
  );
}

function organisationOf(role: Role | undefined): Option | undefined {
  return role && { value: role.assignedOrgId, label: role.assignedOrgName };
}
