import type { components } from "../../api/schema";
import { listQuery } from "../../kit/list-query";

declare module "../../api/kept" {
  interface Kept {
    products: true;
  }
}

/** The word of each status. */
export const STATUS: Record<components["schemas"]["ProductStatus"], "on" | "off"> = { 0: "on", 1: "off" };

/** The lists of the home page, in their order (K-29). */
export const TYPES = [1, 3, 2];

export const productList = listQuery("products", "/api/security/admin/app/list");
