import { queryOptions, useQuery } from "@tanstack/react-query";
import { dataOf } from "../api/client";
import type { components } from "../api/schema";
import { useServices, type Services } from "../api/services";

export type UserInfo = components["schemas"]["UserInfo"];

/** The portal's product code (K-42). */
const APP_NAME = "SSO";

/** The signed-in person with their access codes. */
export function userQuery({ api }: Pick<Services, "api">) {
  return queryOptions({
    queryKey: ["user"],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) =>
      dataOf(api.POST("/api/security/user/info", { body: { appName: APP_NAME }, signal })),
    meta: { ownMessage: true },
  });
}

/** The signed-in person; undefined while it loads, and if nobody is signed in. */
export function useUser(): UserInfo | undefined {
  const services = useServices();
  return useQuery({ ...userQuery(services), enabled: services.session.signedIn }).data;
}

/** The name to show, as on the sign-in pages: the full name, else the account name. */
export function displayName({ fullName, username }: UserInfo) {
  return fullName || username;
}
