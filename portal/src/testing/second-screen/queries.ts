import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { Services } from "../../api/services";
import type { Paging } from "../../kit/use-list-query";
import type { Badge } from "./sample";

/** All lists of badges; what changes one refreshes them by this key. */
export const BADGES = ["badges"];

export function badgesQuery(services: Services, { pageNum, pageSize, filters }: Paging) {
  const query = { pageNum, pageSize, ...(filters.kind && { kind: filters.kind }) };
  return queryOptions({
    queryKey: [...BADGES, query],
    queryFn: ({ signal }) =>
      dataOf(services.api.GET("/api/security/badge/list", { params: { query }, signal })),
  });
}

export function saveBadge(services: Services, badge: Omit<Badge, "id"> & { id?: string }) {
  return dataOf(services.api.POST("/api/security/badge/save", { body: badge }));
}

export function removeBadge(services: Services, id: string) {
  return dataOf(services.api.POST("/api/security/badge/remove", { body: { id } }));
}
