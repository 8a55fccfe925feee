import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { Services } from "../../api/services";
import { write } from "../../api/write";

declare module "../../api/kept" {
  interface Kept {
    "messaging-invitation": true;
  }
  interface Changes {
    "/api/security/account/messaging-app/link": "user";
  }
}

/** A QR code for this session. It stays the same while the page shows it. */
export function invitationQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["messaging-invitation"],
    staleTime: "static",
    gcTime: 0,
    queryFn: ({ signal }) => dataOf(api.POST("/api/security/account/messaging-app/invite", { signal })),
    meta: { ownMessage: true },
  });
}

export function linkMessagingApp(services: Services, wechatToken: string) {
  return write(services, "/api/security/account/messaging-app/link", { wechatToken });
}
