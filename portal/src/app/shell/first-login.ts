import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { Services } from "../../api/services";

/** Whether the signed-in person must choose a password first. */
export function firstLoginQuery({ api }: Services, username: string) {
  return queryOptions({
    queryKey: ["user", "first-login", username],
    staleTime: 0,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/security/user/login-count", { params: { query: { username } }, signal })),
    meta: { ownMessage: true },
  });
}
