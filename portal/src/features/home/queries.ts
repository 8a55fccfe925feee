import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { keepCardCount } from "./card-counts";
import { shelfOf } from "./shelf";
import type { TypeId } from "./types";

declare module "../../api/kept" {
  interface Kept {
    products: true;
    "group-admins": true;
  }
}

export type Product = components["schemas"]["Product"];
type Link = components["schemas"]["Link"];

/** The applications of one type in the server's order, without the hidden ones. */
export function productsQuery({ api, config }: Pick<Services, "api" | "config">, typeId: TypeId) {
  return queryOptions({
    queryKey: ["products", typeId],
    queryFn: async ({ signal }) => {
      const all = await dataOf(
        api.GET("/api/security/app/v2/list-by-type", { params: { query: { typeId } }, signal }),
      );
      const shown = all
        .filter((product) => !config.hiddenAppIds.includes(product.id))
        .sort((a, b) => a.sort - b.sort);
      const { near, closed } = shelfOf(shown);
      keepCardCount(typeId, { shown: near.length, folded: closed.length > 0 });
      return shown;
    },
    meta: { ownMessage: true },
  });
}

/** Who can give access to a product (T-31). */
export function groupAdminsQuery({ api }: Pick<Services, "api">, productId: number) {
  return queryOptions({
    queryKey: ["group-admins", productId],
    queryFn: async ({ signal }) => {
      const params = { query: { productId } };
      return (await dataOf(api.GET("/api/security/user/prompt-group-admin", { params, signal }))).groups;
    },
    meta: { ownMessage: true },
  });
}

/** Counts the opening and gives the address. The server refuses without access (F-18). */
export function countOpening({ api }: Pick<Services, "api">, productId: number) {
  return dataOf(api.POST("/api/security/app/login-count", { body: { productId } }));
}

export type { Link };
