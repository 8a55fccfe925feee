import { redirect, type LoaderFunctionArgs } from "react-router";
import type { Services } from "../api/services";
import { UNAUTHORISED, type Need } from "./route-entry";
import { userQuery } from "./user";

/**
 * The check in front of a page. No session: one redirect to the sign-in, which comes back here. No code: /401.
 * It only spares a useless page; the server decides again at each call.
 */
export function guard(services: Services, need: Need) {
  return async ({ request }: LoaderFunctionArgs): Promise<null> => {
    const url = new URL(request.url);
    if (need === "public") {
      // Only to know whom to greet; an open page needs nobody's answer.
      await services.session.restore().catch(() => false);
      return null;
    }
    if (!(await services.session.restore()))
      await services.session.begin(url.pathname + url.search + url.hash);
    if (need === "session") return null;
    const user = await services.queries.query({ ...userQuery(services), staleTime: "static" });
    if (!user.accessList.includes(need.code)) throw redirect(UNAUTHORISED);
    return null;
  };
}
