import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { NOBODY, PeopleField } from "../../../kit/people-field";
import { useEdited } from "../../../kit/use-edited";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
import { others, peopleQuery } from "../people-queries";
import { assignPeople, ROLE_NAMES, rolePeopleFile, roleQuery, type RoleRow } from "../role-queries";
import { ids } from "./right-values";
import { useRoleCan } from "./role-actions";

interface RolePeopleProps {
  role: RoleRow;
  onClose: () => void;
}

/** Who has a role: adds and removes people at once (C-054, C-055). */
export function RolePeople({ role, onClose }: RolePeopleProps) {
  const { t } = useTranslation("rights");
  const services = useServices();
  const { roleId, roleName: name } = role;
  const may = useRoleCan()(role);
  const { form, version, current, waiting } = useEdited(roleQuery(services, roleId), {
    valuesOf: () => NOBODY,
    nothing: NOBODY,
    rules: () => ({
      check: ({ added, removed }) =>
        added.length + removed.length === 0 ? { added: t("people.nobody") } : {},
    }),
  });
  const save = useSave(form, {
    call: async ({ added, removed }, how) =>
      assignPeople(services, {
        roleId,
        version: await version(how),
        addedIds: ids(added),
        removedIds: ids(removed),
      }),
    current,
    done: t("people.done", { name }),
    refresh: ROLE_NAMES,
  });
  return (
    <EditDrawer
      title={t("people.title", { name })}
      form={form}
      save={save}
      onClose={onClose}
      {...(waiting && { waiting })}
    >
      <PeopleField
        form={form}
        label={t("people")}
        help={t("people.help")}
        download={{ file: rolePeopleFile(roleId), title: t("people.title", { name }) }}
        query={(page) => peopleQuery(services, roleId, page)}
        {...(may.people && { source: others(services, roleId) })}
      />
    </EditDrawer>
  );
}
