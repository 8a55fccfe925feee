import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { Services } from "../../api/services";

declare module "../../api/kept" {
  interface Kept {
    "home-of": true;
  }
}

/** The home page as its owner sees it. The server records each look, so a look is asked for once and not kept. */
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
