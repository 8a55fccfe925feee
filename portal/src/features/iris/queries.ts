import type { BodyOf } from "../../api/call";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import { listFile } from "../../kit/list-file";
import { listQuery } from "../../kit/list-query";
import type { OnOff } from "../../kit/use-on-off";
import type { OptionSource } from "../../kit/use-search";

declare module "../../api/kept" {
  interface Kept {
    iris: true;
    "iris-accounts": true;
  }
  interface Changes {
    "/api/security/admin/iris-mapping/add": "iris";
    "/api/security/admin/iris-mapping/update": "iris";
  }
}

export type Mapping = components["schemas"]["IrisMappingRow"];
export type NewMapping = BodyOf<"/api/security/admin/iris-mapping/add", "post">;
export type MappingUpdate = BodyOf<"/api/security/admin/iris-mapping/update", "post">;
type Status = components["schemas"]["OrganisationStatus"];

export const ON = 0 satisfies Status;
export const OFF = 1 satisfies Status;
/** The word of each status. */
export const STATUS: Record<Status, OnOff> = { [ON]: "on", [OFF]: "off" };

export const mappingList = listQuery("iris", "/api/security/admin/iris-mapping/list");
export const mappingFile = listFile("iris-mappings.csv", "/api/security/admin/iris-mapping/export");

export function addMapping(services: Services, mapping: NewMapping) {
  return write(services, "/api/security/admin/iris-mapping/add", mapping);
}

export function updateMapping(services: Services, change: MappingUpdate) {
  return write(services, "/api/security/admin/iris-mapping/update", change);
}

/** The name of the responsible account of a mapping, if there is one. */
export function accountName({ fullName, username }: Mapping): string | undefined {
  return [fullName, username].find(Boolean) ?? undefined;
}

/**
 * The accounts that can be responsible for a mapping. `current` is the mapping, whose account has a
 * name already.
 */
export function accounts({ api }: Services, current: Mapping | undefined): OptionSource {
  return {
    key: ["iris-accounts", current?.id],
    search: async (context, signal) => {
      const params = { query: { context, pageSize: 20 } };
      const path = "/api/security/admin/iris-mapping/account/option-list";
      const list = await dataOf(api.GET(path, { params, signal }));
      return list.map(({ userId, username, fullName }) => ({
        value: userId,
        label: fullName || username,
        hint: username,
      }));
    },
    find: (value) =>
      Promise.resolve(
        current?.userId === value ? { value, label: accountName(current) ?? value } : undefined,
      ),
  };
}
