import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";

declare module "../../api/kept" {
  interface Kept {
    "own-notifications": true;
  }
  interface Changes {
    "/api/security/account/notifications/save": "own-notifications";
  }
}

export type Notifications = components["schemas"]["OwnNotifications"];

/** How the emails come that the person may do without. */
export function notificationsQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["own-notifications"],
    staleTime: 0,
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/account/notifications", { signal })),
    meta: { ownMessage: true },
  });
}

export function saveNotifications(services: Services, body: components["schemas"]["SaveNotificationsBody"]) {
  return write(services, "/api/security/account/notifications/save", body);
}
