import type { Services } from "../../api/services";
import { write } from "../../api/write";

declare module "../../api/kept" {
  interface Changes {
    // The account may be the reader's own.
    "/api/security/admin/user/reset-factors": "factors";
  }
}

/** Removes the second factors of somebody who lost their phone. */
export function resetFactors(services: Services, userId: string) {
  return write(services, "/api/security/admin/user/reset-factors", { userId });
}
