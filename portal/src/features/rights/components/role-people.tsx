import { queryOptions } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { dataOf } from "../../../api/client";
import type { components } from "../../../api/schema";
import { useServices, type Services } from "../../../api/services";
import { NOBODY, PeopleField, type PeoplePage, type PersonThere } from "../../../kit/people-field";
import { useEdited } from "../../../kit/use-edited";
import type { ListPage } from "../../../kit/use-list-query";
import type { Option, OptionSource } from "../../../kit/use-search";
import { useSave } from "../../../kit/use-save";
import { EditDrawer } from "../../../ui/form/edit-drawer";
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

type Person = components["schemas"]["RoleUserRow"];

/** The account name distinguishes people with the same name. */
function option({ userId, fullName, username }: Person): Option {
  return { value: userId, label: fullName || username, ...(fullName !== username && { hint: username }) };
}

function peopleQuery({ api }: Services, roleId: string, page: PeoplePage) {
  return queryOptions({
    queryKey: ["role-people", roleId, page],
    queryFn: async ({ signal }): Promise<ListPage<PersonThere>> => {
      const query = { roleId, sort: "fullName", ...page };
      const { list, ...rest } = await dataOf(
        api.GET("/api/security/admin/role/assign/user-list", { params: { query }, signal }),
      );
      const facts = ({ email, agencyName, clientName }: Person) =>
        [email, agencyName, clientName].filter(Boolean).join(" · ");
      return { ...rest, list: list.map((person) => ({ ...option(person), facts: facts(person) })) };
    },
    meta: { ownMessage: true },
  });
}

/** People without the role, by a part of their names or address. */
function others({ api }: Services, roleId: string): OptionSource {
  return {
    key: ["role-people", roleId, "others"],
    search: async (text, signal) => {
      if (text.length < 2) return [];
      const query = { roleId, assigned: 0, context: text, pageSize: 20 };
      const { list } = await dataOf(
        api.GET("/api/security/admin/role/assign/user-list", { params: { query }, signal }),
      );
      return list.filter(({ assigned }) => !assigned).map(option);
    },
  };
}
