import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";

declare module "../../api/kept" {
  interface Kept {
    "own-feedback": true;
  }
}

export type OwnFeedback = components["schemas"]["OwnFeedbackRow"];

/** Rows on a page. */
export const PAGE = 10;

/** A page of what the person has sent. */
export function ownFeedbackQuery({ api }: Pick<Services, "api">, pageNum: number) {
  return queryOptions({
    queryKey: ["own-feedback", "list", pageNum],
    staleTime: 0,
    queryFn: ({ signal }) => {
      const query = { pageNum, pageSize: PAGE };
      return dataOf(api.GET("/api/security/user/feedback/list", { params: { query }, signal }));
    },
    meta: { ownMessage: true },
  });
}

/** One piece with its pictures, whose addresses work for a minute. */
export function ownPicturesQuery({ api }: Pick<Services, "api">, id: string) {
  return queryOptions({
    queryKey: ["own-feedback", "pictures", id],
    staleTime: 0,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/security/user/feedback/details", { params: { query: { id } }, signal })),
    meta: { ownMessage: true },
  });
}
