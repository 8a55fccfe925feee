import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { Services } from "../../api/services";

/** The applications of the reader (C-058). */
export const linkedProductsQuery = ({ api }: Pick<Services, "api">) =>
  queryOptions({
    queryKey: ["products", "links"],
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/app/list", { signal })),
    meta: { ownMessage: true },
  });
