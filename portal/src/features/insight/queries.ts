import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";

declare module "../../api/kept" {
  interface Kept {
    overview: true;
  }
}

export type Overview = components["schemas"]["Overview"];
export type OwnOverview = components["schemas"]["OwnOverview"];
export type Point = components["schemas"]["OverviewPoint"];
export type Decided = components["schemas"]["OverviewDecided"];

/** The days of the overview: so many until today, or one day. */
export type Span = { days: number } | { from: string; to: string };

/** The figures of the whole installation. */
export function overviewQuery({ api }: Pick<Services, "api">, span: Span) {
  return queryOptions({
    queryKey: ["overview", "all", span],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/security/admin/overview", { params: { query: span }, signal })),
    placeholderData: keepPreviousData,
    meta: { ownMessage: true },
  });
}

/** The figures of the products and groups of the person. */
export function ownOverviewQuery({ api }: Pick<Services, "api">, span: Span) {
  return queryOptions({
    queryKey: ["overview", "own", span],
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/overview", { params: { query: span }, signal })),
    placeholderData: keepPreviousData,
    meta: { ownMessage: true },
  });
}
