import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write, type Written } from "../../api/write";

declare module "../../api/kept" {
  interface Kept {
    asking: true;
  }
  interface Changes {
    "/api/security/user/user-group/apply": Asked;
    "/api/security/app/apply": Asked;
  }
}

type Schemas = components["schemas"];

/** The stale answers after a request was sent or withdrawn, or a group was left. */
export const ASKED = [
  ...(["my-groups", "my-access", "my-requests", "requests", "products", "asking"] as const),
  ...(["group-notice", "user"] as const),
] as const;
export type Asked = (typeof ASKED)[number];

/** A group to ask for, and the product that it is asked for, if there is one. */
export type Wanted = Omit<Schemas["ApplyGroup"], "desc"> & { desc?: string; productId?: number };

/** What a person says when they ask. */
export interface Wish {
  reason: string;
  wantedDays?: number;
}

type ApplyPath = "/api/security/user/user-group/apply" | "/api/security/app/apply";

export function apply(
  services: Services,
  { groupId, productId }: Wanted,
  wish: Wish,
): Promise<Written<ApplyPath, unknown>> {
  return productId === undefined
    ? write(services, "/api/security/user/user-group/apply", { groupId, actionId: 0, ...wish })
    : write(services, "/api/security/app/apply", { productId, groupId, ...wish });
}

/** A product, and the groups to ask for it. */
export interface Asking {
  product: Schemas["ProductInfo"];
  groups: Wanted[];
}

/** Why a product is closed, and the groups to ask for it, with their managers (C-017, C-059). */
export function askingQuery({ api }: Pick<Services, "api">, productId: number) {
  return queryOptions({
    queryKey: ["asking", productId],
    // Always fetched again, because the reader acts on it.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Asking> => {
      const [product, options] = await Promise.all([
        dataOf(
          api.GET("/api/security/app/v2/list-info", { params: { query: { appId: productId } }, signal }),
        ),
        dataOf(api.GET("/api/security/app/applyOption", { params: { query: { productId } }, signal })),
      ]);
      const groups = product.canAsk ? options.groups.map((group): Wanted => ({ ...group, productId })) : [];
      return { product, groups };
    },
    meta: { ownMessage: true },
  });
}
