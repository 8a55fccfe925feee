import { queryOptions } from "@tanstack/react-query";
import type { BodyOf } from "../../api/call";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import type { ListFile } from "../../kit/list-download";
import { listFile } from "../../kit/list-file";
import { listQuery } from "../../kit/list-query";
import type { RIGHT_NAMES } from "../../kit/stale-names";
import type { OptionSource } from "../../kit/use-search";

declare module "../../api/kept" {
  interface Kept {
    rights: true;
    right: true;
    "right-groups": true;
  }
  interface Changes {
    "/api/security/admin/access/add": RightNames;
    "/api/security/admin/access/upd": RightNames;
    "/api/security/admin/access/assign-group": RightNames;
    "/api/security/admin/access/confirm": RightNames;
    "/api/security/admin/access/del": RightNames;
  }
}

type RightNames = (typeof RIGHT_NAMES)[number];

export type RightRow = components["schemas"]["AccessListRow"];
export type Right = components["schemas"]["AccessDetails"];
export type Assigned = components["schemas"]["AssignedThing"];
export type RightType = components["schemas"]["AccessType"];
export type NewRight = BodyOf<"/api/security/admin/access/add", "post">;
export type RightChange = BodyOf<"/api/security/admin/access/upd", "post">;
type Status = components["schemas"]["ProductStatus"];

export const ON = 0 satisfies Status;
export const OFF = 1 satisfies Status;
/** The word of each status. */
export const STATUS: Record<Status, "on" | "off"> = { [ON]: "on", [OFF]: "off" };
export const TYPES = ["menu", "button", "api"] as const satisfies RightType[];

/** The pages that belong together (S-21). */
export const TABS = ["/operation-access/access-list", "/operation-access/role-list"];

/** What `builtIn` in the address means to the server: without it, Atrium's own access rights are left out. */
export const WITH_BUILT_IN = "all";
function withoutBuiltIn<F extends { builtIn?: string }>({ builtIn = "0", ...rest }: F) {
  return { ...rest, ...(builtIn !== WITH_BUILT_IN && { builtIn }) };
}

export const rightList = listQuery("rights", "/api/security/admin/access/list", withoutBuiltIn);
const file = listFile("access-rights.csv", "/api/security/admin/access/export");
export const rightFile: ListFile = {
  ...file,
  open: (services, filters) => file.open(services, withoutBuiltIn(filters)),
};

/** An access right with its published values and everything it is assigned to. */
export function rightQuery(services: Services, accessId: string) {
  return queryOptions({
    queryKey: ["right", accessId],
    // Always fetched again, because the reader changes what they see here.
    staleTime: 0,
    queryFn: ({ signal }) =>
      dataOf(
        services.api.GET("/api/security/admin/access/details", { params: { query: { accessId } }, signal }),
      ),
    meta: { ownMessage: true },
  });
}

export function addRight(services: Services, right: NewRight) {
  return write(services, "/api/security/admin/access/add", right);
}

export function updateRight(services: Services, change: RightChange) {
  return write(services, "/api/security/admin/access/upd", change);
}

export function assignGroups(services: Services, accessId: string, version: number, groupIds: string[]) {
  return write(services, "/api/security/admin/access/assign-group", { accessId, version, groupIds });
}

/**
 * Confirms the waiting changes. With the version that was read, later changes are not confirmed.
 */
export function confirmRight(
  services: Services,
  { accessId, version }: Pick<RightRow, "accessId" | "version">,
) {
  return write(services, "/api/security/admin/access/confirm", { accessId, version });
}

/** `force` deletes it even if groups or roles give it. */
export function deleteRight(services: Services, accessId: string, version: number, force: boolean) {
  return write(services, "/api/security/admin/access/del", { accessId, version, force });
}

/** The groups that are on, for an access right. */
export function groupsOf({ api }: Services, accessId: string): OptionSource {
  return {
    key: ["right-groups", accessId],
    search: async (context, signal) => {
      const params = { query: { accessId, context, pageSize: 20 } };
      const list = await dataOf(api.GET("/api/security/admin/access/group-option", { params, signal }));
      return list.map(({ groupId, groupName }) => ({ value: groupId, label: groupName }));
    },
  };
}
