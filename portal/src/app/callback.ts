import { redirect, type LoaderFunctionArgs } from "react-router";
import type { Services } from "../api/services";
import { UnknownCallback } from "../api/session/session";

/** Ends the sign-in and goes on to where the person was heading. */
export function finishSignIn({ session }: Services) {
  return async ({ request }: LoaderFunctionArgs): Promise<Response> => {
    try {
      return redirect(await session.finish(new URL(request.url)));
    } catch (error) {
      // An old callback address, from the history or a second click: if the session stands, so does the way home.
      if (error instanceof UnknownCallback && (await session.restore())) return redirect("/");
      throw error;
    }
  };
}
