import { redirect, type LoaderFunctionArgs } from "react-router";
import { pathOf } from "../address/base";
import type { Services } from "../api/services";
import { meets, type Need } from "./need";
import { UNAUTHORISED } from "./route-entry";
import { userQuery, type UserInfo } from "./user";
import { keepRefusedPage } from "./refused-page";

/**
 * The loader that checks who may enter a page. Without a session it redirects to the sign-in, which comes back here.
 * Without the access code or role it redirects to /401. The server checks each call anyway.
 */
export function guard(services: Services, need: Need) {
  return async ({ request }: LoaderFunctionArgs): Promise<null> => {
    if (need === "public") {
      // The header greets a signed-in person. The page itself also works without a session.
      await services.session.restore().catch(() => false);
      return null;
    }
    await signedIn(services, request);
    if (need === "session") return null;
    if (!meets(await knownUser(services), need)) {
      // Somebody who has gone on to another page does not see /401.
      if (!request.signal.aborted) keepRefusedPage(withoutToken(request.url));
      throw redirect(UNAUTHORISED);
    }
    return null;
  };
}

/** The path of an address, without the secret that a link of an email may have. */
function withoutToken(address: string): string {
  const url = new URL(address);
  if (url.searchParams.has("token")) url.searchParams.delete("token");
  return pathOf(url);
}

/** Waits for the session. Without one it goes to the sign-in, which comes back to the address. */
export async function signedIn({ session }: Services, request: Request): Promise<void> {
  if (!(await session.restore())) await session.begin(pathOf(new URL(request.url)));
}

/** The signed-in person. The server is asked once per visit. */
export function knownUser(services: Services): Promise<UserInfo> {
  return services.queries.query({ ...userQuery(services), staleTime: "static" });
}
