import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import type { OptionSource } from "../use-search";

declare module "../../api/kept" {
  interface Kept {
    "own-agencies": true;
    "own-brands": true;
  }
  interface Changes {
    "/api/security/user/assign-agency":
      "user" | "products" | "own-agencies" | "own-brands" | "agency-requests";
    "/api/security/user/brand/brand-select": "user";
  }
}

export type Agency = components["schemas"]["SelectableAgency"];

/**
 * The agencies to choose from, with the person's own one and the requested one marked (F-59: this
 * only reads).
 */
export function agenciesQuery({ api }: Pick<Services, "api">) {
  return queryOptions({
    queryKey: ["own-agencies"],
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/user/acc-user/agency-select", { signal })),
    meta: { ownMessage: true },
  });
}

export function assignAgency(services: Services, agencyId: string) {
  return write(services, "/api/security/user/assign-agency", { agencyId });
}

/** The brands of the person's client, and those without a client. */
export function ownBrands({ api }: Services): OptionSource {
  return {
    key: ["own-brands"],
    search: async (context, signal) => {
      const query = { context };
      const list = await dataOf(api.GET("/api/security/acc-user/brand", { params: { query }, signal }));
      return list.map(({ brandId, brandName }) => ({ value: brandId, label: brandName }));
    },
  };
}

export function selectBrand(services: Services, brandId: string) {
  return write(services, "/api/security/user/brand/brand-select", { brandId });
}
