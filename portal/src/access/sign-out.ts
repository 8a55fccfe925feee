import { BASE } from "../address/base";
import { createApi, dataOf } from "../api/client";
import type { Services } from "../api/services";
import { currentLanguage } from "../i18n/i18n";
import { forgetHome } from "./kept-home";
import { forgetRefusedPage } from "./refused-page";

const PATIENCE_MS = 5_000;

/**
 * The server's page that says "you are signed out" and links to the sign-in. It is no route of the portal.
 * If the server still has the session, that page asks whether to end it.
 */
export function signedOutPage(): string {
  return `${BASE}/logout?lang=${currentLanguage()}`;
}

/** Ends the session at the server, then in this browser, even if the server cannot be reached (T-10, F-09). */
export async function signOut(services: Services, leave: (url: string) => void): Promise<void> {
  const { session } = services;
  // `services.api` is not used, because it would lead to the sign-in if the session is already over.
  const api = createApi((request) => session.fetch(request));
  await session.end(() =>
    dataOf(
      api.POST("/api/security/logout", {
        body: { appName: "SSO" },
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
    ),
  );
  services.queries.clear();
  forgetRefusedPage();
  forgetHome();
  leave(signedOutPage());
}
