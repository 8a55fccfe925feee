import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useEdited } from "../../../kit/use-edited";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { useForm } from "../../../ui/form/use-form";
import { addRole, ROLE_NAMES, roleQuery, updateRole, type RoleRow } from "../role-queries";
import { RoleFields } from "./role-fields";
import { changesOf, NEW, newRole, valuesOf } from "./role-values";

/** Adds a role (C-049). */
export function AddRole({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("rights");
  const services = useServices();
  const form = useForm({ initial: NEW, required: ["projectId", "roleName"] });
  const save = useSave(form, {
    call: (values) => addRole(services, newRole(values)),
    done: (_, { roleName }) => t("role.add.done", { name: roleName.trim() }),
    refresh: ROLE_NAMES,
  });
  return (
    <EditDrawer title={t("role.add")} action={t("role.add")} form={form} save={save} onClose={onClose}>
      <RoleFields form={form} />
    </EditDrawer>
  );
}

interface EditRoleProps {
  role: RoleRow;
  onClose: () => void;
}

/** Changes a role (C-052). Only what differs is sent; its access rights wait to be confirmed. */
export function EditRole({ role: { roleId, roleName: name }, onClose }: EditRoleProps) {
  const { t } = useTranslation("rights");
  const services = useServices();
  const { base, begun, form, version, current, waiting } = useEdited(roleQuery(services, roleId), {
    valuesOf,
    nothing: NEW,
    rules: () => ({ required: ["roleName"] }),
  });
  const save = useSave(form, {
    call: async (values, how) =>
      updateRole(services, { roleId, version: await version(how), ...changesOf(begun, values) }),
    current,
    done: (_, { roleName }) => t("edit.done", { name: roleName.trim() }),
    refresh: ROLE_NAMES,
  });
  return (
    <EditDrawer
      title={t("edit.title", { name })}
      form={form}
      save={save}
      onClose={onClose}
      {...(waiting && { waiting })}
    >
      {base && <RoleFields form={form} role={base} />}
    </EditDrawer>
  );
}
