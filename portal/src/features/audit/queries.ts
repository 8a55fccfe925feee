import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { QueryOf } from "../../api/call";
import type { Services } from "../../api/services";
import type { Opening } from "../../api/download";
import type { Paging } from "../../kit/use-list-query";

declare module "../../api/kept" {
  interface Kept {
    audit: true;
  }
}

type Asked = QueryOf<"/api/security/admin/audit/export", "get">;

/** The filters of the page as the server wants them; days are the reader's own, from midnight to midnight. */
export function askedBy({ from, until, ...exact }: Record<string, string>): Asked {
  return {
    ...(exact as Asked),
    ...(from && { from: midnight(from) }),
    ...(until && { until: midnight(until, 1) }),
  };
}

/** The beginning of a day `yyyy-MM-dd` in the reader's zone, or of one some days after it. */
function midnight(day: string, after = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + after).getTime();
}

export function auditQuery({ api }: Pick<Services, "api">, { filters, ...paging }: Paging) {
  const query = { ...askedBy(filters), ...paging };
  return queryOptions({
    queryKey: ["audit", query],
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/admin/audit/list", { params: { query }, signal })),
  });
}

/** The file of all entries that the filters let through. */
export function exportAudit({ api }: Pick<Services, "api">, filters: Record<string, string>) {
  return (opening: Opening) =>
    api.GET("/api/security/admin/audit/export", { params: { query: askedBy(filters) }, ...opening });
}
