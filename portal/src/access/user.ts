import { queryOptions, useQuery } from "@tanstack/react-query";
import { dataOf } from "../api/client";
import type { components } from "../api/schema";
import { useServices, type Services } from "../api/services";

export type UserInfo = components["schemas"]["UserInfo"];

/** The product code under which the portal asks (K-42). */
const APP_NAME = "SSO";

/** Who is signed in, and which access codes that account holds. */
export function userQuery({ api }: Pick<Services, "api">) {
  return queryOptions({
    queryKey: ["user"],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) =>
      dataOf(api.POST("/api/security/user/info", { body: { appName: APP_NAME }, signal })),
    meta: { ownMessage: true },
  });
}

/** The signed-in person; undefined while unknown, and on open pages for someone who is not signed in. */
export function useUser(): UserInfo | undefined {
  const services = useServices();
  return useQuery({ ...userQuery(services), enabled: services.session.signedIn }).data;
}

/** The one name of a person, the same as on the sign-in pages: the full name, else the account name. */
export function displayName({ fullName, username }: UserInfo) {
  return fullName || username;
}
