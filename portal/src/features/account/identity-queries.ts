import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";

declare module "../../api/kept" {
  interface Kept {
    identities: true;
  }
  interface Changes {
    // An administrator may see the own account too.
    "/api/security/account/identities/unlink": "identities" | "account-identities";
  }
}

export type Identity = components["schemas"]["IdentityRow"];
export type Provider = components["schemas"]["ProviderRow"];

/** The corporate identities of the signed-in person. */
export function identitiesQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["identities"],
    // Signing in changes them too.
    staleTime: 0,
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/account/identities", { signal })),
    meta: { ownMessage: true },
  });
}

/** The address to which the browser goes to link an identity of this provider. */
export async function beginIdentity({ api }: Services, provider: string): Promise<string> {
  const trip = await dataOf(api.POST("/api/security/account/identities/begin", { body: { provider } }));
  return trip.address;
}

export function unlinkIdentity(services: Services, { issuer, subject }: Identity) {
  return write(services, "/api/security/account/identities/unlink", { issuer, subject });
}
