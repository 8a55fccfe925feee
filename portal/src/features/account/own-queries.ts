import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import { listQuery } from "../../kit/list-query";

declare module "../../api/kept" {
  interface Kept {
    "own-sessions": true;
    "own-applications": true;
  }
  interface Changes {
    "/api/security/account/session/end": (typeof OWN)[number];
    "/api/security/account/session/end-others": (typeof OWN)[number];
    "/api/security/account/application/withdraw": (typeof OWN)[number];
    "/api/security/account/lock": (typeof OWN)[number];
    // Nothing is asked after it: the session is over.
    "/api/security/account/delete": never;
    "/api/security/user/change-pwd": (typeof OWN)[number];
    // The account has the new address only once it is confirmed.
    "/api/security/account/email/change": never;
  }
}

/** The applications of a session are among those with access. */
export const OWN = ["own-sessions", "own-applications"] as const;

export type OwnSession = components["schemas"]["AccountSession"];
export type OwnApplication = components["schemas"]["OwnApplication"];
export type OwnEntry = components["schemas"]["OwnEntry"];

/** Where the signed-in person is signed in. */
export function sessionsQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["own-sessions"],
    staleTime: 0,
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/account/sessions", { signal })),
    meta: { ownMessage: true },
  });
}

export function endSession(services: Services, sessionId: string) {
  return write(services, "/api/security/account/session/end", { sessionId });
}

export function endOtherSessions(services: Services) {
  return write(services, "/api/security/account/session/end-others", undefined);
}

/** Ends every session of the account, this one too. */
export function changePassword(services: Services, body: components["schemas"]["ChangePasswordBody"]) {
  return write(services, "/api/security/user/change-pwd", body);
}

/** Writes to the new address, whose reader confirms it. */
export function changeEmail(services: Services, email: string) {
  return write(services, "/api/security/account/email/change", { email });
}

/** Nobody gets in until the owner has chosen a new password. */
export function lockAccount(services: Services) {
  return write(services, "/api/security/account/lock", undefined);
}

/** Disables the account now and erases it later. */
export function deleteOwnAccount(services: Services) {
  return write(services, "/api/security/account/delete", { confirm: true });
}

/** What the signed-in person lets applications have. */
export function applicationsQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["own-applications"],
    staleTime: 0,
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/account/applications", { signal })),
    meta: { ownMessage: true },
  });
}

export function withdraw(services: Services, client_id: string) {
  return write(services, "/api/security/account/application/withdraw", { client_id });
}

/** The sign-ins of the person, and the changes of the ways in. */
export const historyList = listQuery("/api/security/account/history");
