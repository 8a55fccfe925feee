import type { Services } from "../../api/services";
import { write } from "../../api/write";
import type { ACCOUNT_NAMES } from "../../kit/stale-names";

declare module "../../api/kept" {
  interface Changes {
    "/api/security/admin/user/delete": (typeof ACCOUNT_NAMES)[number];
    "/api/security/admin/user/keep": (typeof ACCOUNT_NAMES)[number];
  }
}

/** Disables an account and erases it later. */
export function deleteAccount(services: Services, userId: string) {
  return write(services, "/api/security/admin/user/delete", { userId, confirm: true });
}

/** Takes the deletion of an account back. */
export function keepAccount(services: Services, userId: string) {
  return write(services, "/api/security/admin/user/keep", { userId });
}
