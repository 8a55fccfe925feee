import { listQuery } from "../../kit/list-query";

declare module "../../api/kept" {
  interface Kept {
    products: true;
  }
}

/** Statuses of a product. */
export const ON = 0;
export const OFF = 1;

/** The lists of the home page, in their order (K-29). */
export const TYPES = [1, 3, 2];

export const productList = listQuery("products", "/api/security/admin/app/list");
