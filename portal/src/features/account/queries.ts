import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import type { FACTOR_NAMES } from "../../kit/stale-names";

type FactorNames = (typeof FACTOR_NAMES)[number];

declare module "../../api/kept" {
  interface Kept {
    factors: true;
    "authenticator-offer": true;
  }
  interface Changes {
    "/api/security/account/authenticator/add": FactorNames;
    "/api/security/account/authenticator/remove": FactorNames;
    "/api/security/account/recovery-codes/renew": FactorNames;
    "/api/security/account/browser/forget": FactorNames;
  }
}

export type Factors = components["schemas"]["OwnFactors"];
export type TrustedBrowser = components["schemas"]["TrustedBrowser"];

/** The second factors of the signed-in person. */
export function factorsQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["factors"],
    // Signing in changes them too.
    staleTime: 0,
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/account/factors", { signal })),
    meta: { ownMessage: true },
  });
}

/** A secret for a new app. It stays the same while the dialog shows it, and is forgotten with the dialog. */
export function offerQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["authenticator-offer"],
    staleTime: "static",
    gcTime: 0,
    queryFn: ({ signal }) => dataOf(api.POST("/api/security/account/authenticator/offer", { signal })),
    meta: { ownMessage: true },
  });
}

export function addAuthenticator(services: Services, confirmed: { offer: string; code: string }) {
  return write(services, "/api/security/account/authenticator/add", confirmed);
}

export function removeAuthenticator(services: Services) {
  return write(services, "/api/security/account/authenticator/remove", undefined);
}

export function renewCodes(services: Services) {
  return write(services, "/api/security/account/recovery-codes/renew", undefined);
}

export function forgetBrowser(services: Services, id: string) {
  return write(services, "/api/security/account/browser/forget", { id });
}
