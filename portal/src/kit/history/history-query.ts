import { infiniteQueryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { Services } from "../../api/services";
import type { ObjectKind } from "./audit-words";

declare module "../../api/kept" {
  interface Kept {
    /** The history of a thing. */
    history: true;
  }
}

const PAGE_SIZE = 20;

/** The history of one thing, newest entry first, page by page. */
export function historyQuery({ api }: Pick<Services, "api">, objectKind: ObjectKind, objectId: string) {
  return infiniteQueryOptions({
    queryKey: ["history", objectKind, objectId],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => {
      const query = { objectKind, objectId, pageSize: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) };
      return dataOf(api.GET("/api/security/admin/audit/history", { params: { query }, signal }));
    },
    // People open it to see what they have just done.
    staleTime: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    meta: { ownMessage: true },
  });
}
