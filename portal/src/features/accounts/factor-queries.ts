import { queryOptions } from "@tanstack/react-query";
import type { BodyOf } from "../../api/call";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import type { ACCOUNT_NAMES, FACTOR_NAMES } from "../../kit/stale-names";

declare module "../../api/kept" {
  interface Kept {
    "account-factors": true;
  }
  interface Changes {
    // The account may be the reader's own.
    "/api/security/admin/user/reset-factors": (typeof FACTOR_NAMES)[number];
    "/api/security/admin/user/remind-factors": "account-factors";
    "/api/security/admin/user/require-factor": (typeof FACTOR_NAMES)[number];
    "/api/security/admin/user/temporary-code": "account-factors";
    "/api/security/admin/user/lock": (typeof ACCOUNT_NAMES)[number];
  }
}

export type AccountFactors = components["schemas"]["AccountFactorsInfo"];
export type SecondFactor = components["schemas"]["SecondFactor"];

/** The second factors of a list. */
export const SECOND_FACTORS = [
  "none",
  "missing",
  "app",
  "passkey",
] as const satisfies readonly SecondFactor[];

/** The second factors of an account. */
export function accountFactorsQuery({ api }: Services, userId: string) {
  return queryOptions({
    queryKey: ["account-factors", userId],
    staleTime: 0,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/security/admin/user/factors", { params: { query: { userId } }, signal })),
    meta: { ownMessage: true },
  });
}

/** Removes the second factors of somebody who lost their phone. */
export function resetFactors(services: Services, userId: string) {
  return write(services, "/api/security/admin/user/reset-factors", { userId });
}

/** Asks the owner by email to add a second factor. */
export function remindFactors(services: Services, userId: string) {
  return write(services, "/api/security/admin/user/remind-factors", { userId });
}

/** Requires a second factor of an account, or no longer. */
export function requireFactor(
  services: Services,
  body: BodyOf<"/api/security/admin/user/require-factor", "post">,
) {
  return write(services, "/api/security/admin/user/require-factor", body);
}

/** Makes a code with which its owner replaces a lost second factor. */
export function makeTemporaryCode(services: Services, userId: string) {
  return write(services, "/api/security/admin/user/temporary-code", { userId });
}

/** Locks an account until its owner opens it by the link of an email. */
export function lockAccount(services: Services, userId: string) {
  return write(services, "/api/security/admin/user/lock", { userId });
}
