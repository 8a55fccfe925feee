import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import { write } from "../../api/write";
import type { Services } from "../../api/services";
import type { Paging } from "../../kit/use-list-query";
import type { Badge } from "./sample";

declare module "../../api/kept" {
  interface Kept {
    badges: true;
  }
  interface Changes {
    "/api/security/badge/save": "badges";
    "/api/security/badge/remove": "badges";
  }
}

export function badgesQuery(services: Services, { pageNum, pageSize, filters }: Paging) {
  const query = { pageNum, pageSize, ...(filters.kind && { kind: filters.kind }) };
  return queryOptions({
    queryKey: ["badges", query],
    queryFn: ({ signal }) =>
      dataOf(services.api.GET("/api/security/badge/list", { params: { query }, signal })),
  });
}

export function saveBadge(services: Services, badge: Omit<Badge, "id"> & { id?: string }) {
  return write(services, "/api/security/badge/save", badge);
}

export function removeBadge(services: Services, id: string) {
  return write(services, "/api/security/badge/remove", { id });
}
