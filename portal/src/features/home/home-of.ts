import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { Services } from "../../api/services";

declare module "../../api/kept" {
  interface Kept {
    "home-of": true;
  }
}

/**
 * The home page as its owner sees it. The server records each call, so the answer is fetched once
 * and not cached.
 */
export function homeOfQuery({ api }: Pick<Services, "api">, userId: string) {
  return queryOptions({
    queryKey: ["home-of", userId],
    staleTime: Infinity,
    gcTime: 0,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/security/admin/user/home", { params: { query: { userId } }, signal })),
    meta: { ownMessage: true },
  });
}
