import { queryOptions } from "@tanstack/react-query";
import type { BodyOf } from "../../api/call";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write, type Written } from "../../api/write";

declare module "../../api/kept" {
  interface Kept {
    providers: true;
  }
  interface Changes {
    "/api/security/admin/provider/add": ProviderNames;
    "/api/security/admin/provider/update": ProviderNames;
    "/api/security/admin/provider/update-status": ProviderNames;
    "/api/security/admin/provider/delete": ProviderNames;
  }
}

/** Answers that show providers, or what ends with one. */
type ProviderNames = (typeof NAMES)[number];
export const NAMES = ["providers", "identities", "account-identities", "sessions"] as const;

export type Provider = components["schemas"]["CorporateProvider"];
export type Check = components["schemas"]["Checked"];
export type ProviderBody = BodyOf<"/api/security/admin/provider/add", "post">;

export function providersQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["providers"],
    // It counts identities, which every sign-in may change.
    staleTime: 0,
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/admin/provider/list", { signal })),
    meta: { ownMessage: true },
  });
}

/** The newest state of the provider with this id; nothing if somebody has deleted it. */
export async function findProvider(services: Services, id: string): Promise<Provider | undefined> {
  const { providers } = await services.queries.query(providersQuery(services));
  return providers.find((provider) => provider.id === id);
}

type Saved = Written<"/api/security/admin/provider/add" | "/api/security/admin/provider/update", unknown>;

/** Adds a provider, or changes the one with this id. */
export function saveProvider(services: Services, provider: ProviderBody, isNew: boolean): Promise<Saved> {
  return isNew
    ? write(services, "/api/security/admin/provider/add", provider)
    : write(services, "/api/security/admin/provider/update", provider);
}

export function switchProvider(services: Services, id: string, enabled: boolean) {
  return write(services, "/api/security/admin/provider/update-status", { id, enabled });
}

export function deleteProvider(services: Services, id: string) {
  return write(services, "/api/security/admin/provider/delete", { id });
}

/** Asks the provider whether people could sign in with it. */
export async function testProvider({ api }: Services, id: string): Promise<Check[]> {
  const answer = await dataOf(api.POST("/api/security/admin/provider/test", { body: { id } }));
  return answer.checks;
}
