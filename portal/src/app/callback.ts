import { replace, type LoaderFunctionArgs } from "react-router";
import { forgetRefusedPage } from "../access/refused-page";
import type { Services } from "../api/services";
import { UnknownCallback } from "../api/session/failures";

/**
 * Finishes the sign-in and replaces this address by the page that the person wanted. `begun` is the exchange that
 * `arrive` has begun; it is used once, and another try starts a new exchange.
 */
export function finishSignIn({ session }: Services, begun?: Promise<string>) {
  return async ({ request }: LoaderFunctionArgs): Promise<Response> => {
    const finishing = begun ?? session.finish(new URL(request.url));
    begun = undefined;
    try {
      const target = await finishing;
      // It may be another person now.
      forgetRefusedPage();
      return replace(target);
    } catch (error) {
      // An old callback address, from the history or a second click. With a session, go home.
      if (error instanceof UnknownCallback && (await session.restore())) return replace("/");
      throw error;
    }
  };
}
