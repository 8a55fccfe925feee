import { dataOf } from "../api/client";
import type { Services } from "../api/services";
import { currentLanguage } from "../i18n/i18n";

const PATIENCE_MS = 5_000;

/**
 * The server's page that says in words that one is signed out, with the way back in (design 2); never a route of the
 * portal. Should the server still know the session, it asks there whether to end it.
 */
export function signedOutPage(): string {
  return `/logout?lang=${currentLanguage()}`;
}

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
  leave(signedOutPage());
}
