import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";

declare module "../../api/kept" {
  interface Kept {
    "account-identities": true;
  }
  interface Changes {
    // The account may be the reader's own.
    "/api/security/admin/user/identity/unlink": "account-identities" | "identities" | "sessions";
  }
}

export type Identity = components["schemas"]["IdentityRow"];

/** The corporate identities of an account. */
export function identitiesQuery({ api }: Services, userId: string) {
  return queryOptions({
    queryKey: ["account-identities", userId],
    staleTime: 0,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/security/admin/user/identity/list", { params: { query: { userId } }, signal })),
    meta: { ownMessage: true },
  });
}

export function unlinkIdentity(services: Services, userId: string, { issuer, subject }: Identity) {
  return write(services, "/api/security/admin/user/identity/unlink", { userId, issuer, subject });
}
