import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { Services } from "../../api/services";

declare module "../../api/kept" {
  interface Kept {
    "passkey-offer": true;
  }
}

/** Whether to offer a passkey. The server counts a yes as the offer, so it is asked once each time that
 * home opens. */
export function passkeyOfferQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["passkey-offer"],
    enabled: "PublicKeyCredential" in window,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => dataOf(api.POST("/api/security/account/passkeys/offer", { signal })),
    meta: { ownMessage: true },
  });
}
