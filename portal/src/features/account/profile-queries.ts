import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { Opening } from "../../api/download";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";

declare module "../../api/kept" {
  interface Kept {
    "own-profile": true;
    "kept-for": true;
  }
  interface Changes {
    // The header shows the picture.
    "/api/security/account/profile/save": "own-profile" | "user";
    "/api/security/account/picture": "own-profile" | "user";
  }
}

export type OwnProfile = components["schemas"]["OwnProfile"];

/** What the person sets about themselves, and what administrators keep besides the names. */
export function profileQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["own-profile"],
    staleTime: 0,
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/account/profile", { signal })),
    meta: { ownMessage: true },
  });
}

export function saveProfile(services: Services, body: components["schemas"]["SaveProfileBody"]) {
  return write(services, "/api/security/account/profile/save", body);
}

/** How long the installation keeps what it knows about the person. */
export function keptForQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["kept-for"],
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/account/data/kept", { signal })),
    meta: { ownMessage: true },
  });
}

/** The file of what is kept about the person. */
export function exportData({ api }: Pick<Services, "api">) {
  return (opening: Opening) => api.GET("/api/security/account/data", { ...opening });
}
