import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import type { Paging } from "../../kit/use-list-query";

declare module "../../api/kept" {
  interface Kept {
    groups: true;
  }
}

export type GroupRow = components["schemas"]["GroupListRow"];

/** Statuses of a group (design 9, "Groups"). */
export const ON = 0;
export const OFF = 2;

export function groupsQuery({ api }: Services, { filters, ...paging }: Paging) {
  const { context, status } = filters;
  const query = { ...paging, ...(context && { context }), ...(status && { status: Number(status) }) };
  return queryOptions({
    queryKey: ["groups", query],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/security/admin/user-group/list", { params: { query }, signal })),
  });
}
