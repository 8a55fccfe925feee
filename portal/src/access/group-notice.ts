import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../api/client";
import type { Services } from "../api/services";
import { write } from "../api/write";

declare module "../api/kept" {
  interface Kept {
    "group-notice": true;
  }
  interface Changes {
    "/api/security/user/user-group/click-monitor": "group-notice";
  }
}

/**
 * What waits for the signed-in person, for the badge in the header (G-17), and whether to ask a newcomer to choose a
 * group (G-18). Asked again when the person comes back to the tab, because others cause it.
 */
export function groupNoticeQuery({ api }: Pick<Services, "api">) {
  return queryOptions({
    queryKey: ["group-notice"],
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/user/user-group/notify", { signal })),
    refetchInterval: 5 * 60_000,
    meta: { ownMessage: true },
  });
}

/** Puts the hint away until tomorrow (G-19). */
export function hintSeen(services: Services) {
  return write(services, "/api/security/user/user-group/click-monitor", { clickStatus: 1 });
}
