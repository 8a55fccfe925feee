import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";

declare module "../../api/kept" {
  interface Kept {
    "access-check": true;
  }
}

type Schemas = components["schemas"];
export type Check = Schemas["AccessCheck"];
export type CheckRule = Schemas["AccessCheckRule"];
export type CheckGroup = Schemas["AccessCheckGroup"];

/** Whether somebody can open a product, and each rule that decides. It is fetched whenever it is opened. */
export function checkQuery({ api }: Pick<Services, "api">, userId: string, projectId: number) {
  return queryOptions({
    queryKey: ["access-check", userId, projectId],
    staleTime: 0,
    queryFn: ({ signal }) => {
      const params = { query: { userId, projectId } };
      return dataOf(api.GET("/api/security/admin/user/access-check", { params, signal }));
    },
    meta: { ownMessage: true },
  });
}
