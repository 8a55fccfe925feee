import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { Services } from "../../api/services";
import { canFind } from "../../kit/can-find";

/**
 * The ids of the applications of home that the server finds by `text`: it knows every reading of a Chinese name, in full and
 * by initials. An earlier answer stays until the next one.
 */
export function fittingQuery({ api }: Pick<Services, "api">, text: string) {
  return queryOptions({
    queryKey: ["products", "fitting", text],
    queryFn: async ({ signal }) => {
      const params = { query: { q: text } };
      return (await dataOf(api.GET("/api/security/find/applications", { params, signal }))).productIds;
    },
    enabled: canFind(text),
    placeholderData: keepPreviousData,
    meta: { ownMessage: true },
  });
}
