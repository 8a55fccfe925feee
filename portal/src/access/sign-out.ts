import { dataOf } from "../api/client";
import type { Services } from "../api/services";

const PATIENCE_MS = 5_000;

/** The server's page; never a route of the portal. */
export const SIGN_IN_PAGE = "/login";

/** Ends the session at the server, then here, even when the server cannot be reached (T-10, F-09). */
export async function signOut(services: Services, leave: (url: string) => void): Promise<void> {
  try {
    await dataOf(
      services.api.POST("/api/security/logout", {
        body: { appName: "SSO" },
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
    );
  } catch {
    // Whatever it said: this browser is to keep nothing.
  }
  await services.session.end();
  services.queries.clear();
  leave(SIGN_IN_PAGE);
}
