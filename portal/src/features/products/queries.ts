import { queryOptions } from "@tanstack/react-query";
import type { BodyOf } from "../../api/call";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import { listFile } from "../../kit/list-file";
import { listQuery } from "../../kit/list-query";
import type { OnOff } from "../../kit/use-on-off";
import type { Option, OptionSource } from "../../kit/use-search";

declare module "../../api/kept" {
  interface Kept {
    products: true;
    product: true;
    "product-applications": true;
    "product-people": true;
  }
  interface Changes {
    "/api/security/admin/app/add": ProductNames;
    "/api/security/admin/app/upd": ProductNames;
    "/api/security/admin/app/update-status": ProductNames;
  }
}

/** Answers that name products, or show what one may open. */
type ProductNames = (typeof NAMES)[number];
export const NAMES = [
  ...(["products", "product", "modules", "rights", "right", "roles", "role", "access"] as const),
  ...(["groups", "group", "group-access", "group-admins", "asking", "my-access"] as const),
  ...(["my-groups", "my-requests", "requests", "audit-things"] as const),
] as const;

export type ProductRow = components["schemas"]["ProductListRow"];
export type Product = components["schemas"]["ProductDetails"];
export type ProductBody = BodyOf<"/api/security/admin/app/upd", "post">;
type Status = components["schemas"]["ProductStatus"];

export const ON = 0 satisfies Status;
export const OFF = 1 satisfies Status;
/** The word of each status. */
export const STATUS: Record<Status, OnOff> = { [ON]: "on", [OFF]: "off" };

/** The lists of the home page, in their order (K-29). */
export const TYPES = [1, 3, 2];

export const productList = listQuery("products", "/api/security/admin/app/list");
export const productFile = listFile("products.csv", "/api/security/admin/app/export");

export function productQuery(services: Services, projectId: number) {
  return queryOptions({
    queryKey: ["product", projectId],
    // Always fetched again, because the reader changes what they see here.
    staleTime: 0,
    queryFn: ({ signal }) =>
      dataOf(
        services.api.GET("/api/security/admin/app/details", { params: { query: { projectId } }, signal }),
      ),
    meta: { ownMessage: true },
  });
}

export function addProduct(services: Services, product: ProductBody) {
  return write(services, "/api/security/admin/app/add", product);
}

export function updateProduct(services: Services, change: ProductBody) {
  return write(services, "/api/security/admin/app/upd", change);
}

export function setStatus(services: Services, projectId: number, status: Status) {
  return write(services, "/api/security/admin/app/update-status", { projectId, status });
}

/** `known` are choices that have names already. */
export function applications({ api }: Services, known: readonly Option[] = []): OptionSource {
  return {
    key: ["product-applications"],
    search: async (context, signal) => {
      const params = { query: { context } };
      const list = await dataOf(
        api.GET("/api/security/admin/app/application/option-list", { params, signal }),
      );
      return list.map(({ applicationId, applicationName }) => ({
        value: applicationId,
        label: applicationName,
        hint: applicationId,
      }));
    },
    ...(known.length > 0 && { find: (value) => Promise.resolve(named(known, value)) }),
  };
}

function named(known: readonly Option[], value: string): Option | undefined {
  return known.find((option) => option.value === value);
}

/** The people who may administer a product. `product` is the one to change, whose people have names already. */
export function people(
  { api }: Services,
  product: Product | undefined,
  others: readonly Option[] = [],
): OptionSource {
  return {
    key: ["product-people", product?.projectId],
    search: async (context, signal) => {
      const params = { query: { context, pageSize: 20 } };
      const page = await dataOf(api.GET("/api/security/admin/user/list", { params, signal }));
      return page.list.map(({ userId, username, fullName }) => ({
        value: userId,
        label: fullName || username,
        hint: username,
      }));
    },
    find: (value) => {
      const other = named(others, value);
      if (other) return Promise.resolve(other);
      const known = product?.administrators.find(({ userId }) => userId === value)?.name;
      const name = product?.adminId === value ? product.adminName : known;
      return Promise.resolve(name === undefined ? undefined : { value, label: name || value });
    },
  };
}
