import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";

export type ProductInfo = components["schemas"]["ProductInfo"];
export type Resource = components["schemas"]["ProductResource"];

/** One application with its details (C-064). */
export function aboutQuery({ api }: Pick<Services, "api">, appId: number) {
  return queryOptions({
    queryKey: ["products", "about", appId],
    queryFn: ({ signal }): Promise<ProductInfo> =>
      dataOf(api.GET("/api/security/app/v2/list-info", { params: { query: { appId } }, signal })),
    meta: { ownMessage: true },
  });
}

/** What applications offer to read (C-065). */
export function resourcesQuery({ api }: Pick<Services, "api">) {
  return queryOptions({
    queryKey: ["products", "resources"],
    queryFn: ({ signal }): Promise<Resource[]> => dataOf(api.GET("/api/security/resource/list", { signal })),
    meta: { ownMessage: true },
  });
}
