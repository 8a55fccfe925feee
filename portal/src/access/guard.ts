import { redirect, type LoaderFunctionArgs } from "react-router";
import type { Services } from "../api/services";
import { meets, type Need } from "./need";
import { UNAUTHORISED } from "./route-entry";
import { userQuery, type UserInfo } from "./user";

/**
 * The check in front of a page. No session: one redirect to the sign-in, which comes back here. What is needed is not
 * there: /401. It only spares a useless page; the server decides again at each call.
 */
export function guard(services: Services, need: Need) {
  return async ({ request }: LoaderFunctionArgs): Promise<null> => {
    if (need === "public") {
      // Only to know whom to greet; an open page needs nobody's answer.
      await services.session.restore().catch(() => false);
      return null;
    }
    await signedIn(services, request);
    if (need === "session") return null;
    if (!meets(await knownUser(services), need)) throw redirect(UNAUTHORISED);
    return null;
  };
}

/** Waits for the session that an address needs: without one it leads to the sign-in and back to the address. */
export async function signedIn({ session }: Services, request: Request): Promise<void> {
  const url = new URL(request.url);
  if (!(await session.restore())) await session.begin(url.pathname + url.search + url.hash);
}

/** Who is signed in, asked once and then known. */
export function knownUser(services: Services): Promise<UserInfo> {
  return services.queries.query({ ...userQuery(services), staleTime: "static" });
}
