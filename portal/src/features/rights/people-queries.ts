import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import type { PeoplePage } from "../../kit/people-field";
import type { PersonThere } from "../../kit/person-there";
import type { ListPage } from "../../kit/use-list-query";
import type { Option, OptionSource } from "../../kit/use-search";

type Person = components["schemas"]["RoleUserRow"];

/** The account name distinguishes people with the same name. */
function option({ userId, fullName, username }: Person): Option {
  return { value: userId, label: fullName || username, ...(fullName !== username && { hint: username }) };
}

/** The people of a role, page by page (C-055). */
export function peopleQuery({ api }: Services, roleId: string, page: PeoplePage) {
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
export function others({ api }: Services, roleId: string): OptionSource {
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
