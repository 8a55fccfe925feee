import { replace, type LoaderFunctionArgs } from "react-router";
import type { Services } from "../api/services";
import { UnknownCallback } from "../api/session/session";

/**
 * Ends the sign-in and goes on to where the person was heading, with no way back here. `begun` is the exchange of the
 * address that the visit came in with; it is taken once, and whoever tries again asks anew.
 */
export function finishSignIn({ session }: Services, begun?: Promise<string>) {
  return async ({ request }: LoaderFunctionArgs): Promise<Response> => {
    const finishing = begun ?? session.finish(new URL(request.url));
    begun = undefined;
    try {
      return replace(await finishing);
    } catch (error) {
      // An old callback address, from the history or a second click: if the session stands, so does the way home.
      if (error instanceof UnknownCallback && (await session.restore())) return replace("/");
      throw error;
    }
  };
}
