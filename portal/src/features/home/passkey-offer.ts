import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { Services } from "../../api/services";

declare module "../../api/kept" {
  interface Kept {
    "passkey-offer": true;
  }
}

/** Notes the offer of a passkey that home shows. No for an offer that the server has noted before. */
export function passkeyOfferQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["passkey-offer"],
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => dataOf(api.POST("/api/security/account/passkeys/offer", { signal })),
    meta: { ownMessage: true },
  });
}
