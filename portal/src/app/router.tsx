import { createBrowserRouter, redirect, type LoaderFunctionArgs, type RouteObject } from "react-router";
import { guard } from "../access/guard";
import type { ShellHandle } from "../access/nav";
import type { RouteEntry } from "../access/route-entry";
import type { Services } from "../api/services";
import { CALLBACK } from "../api/session/protocol";
import { loadTexts } from "../i18n/i18n";
import { loadChunk } from "../ui/lazy/load-chunk";
import { finishSignIn } from "./callback";
import { RouteFailed } from "./errors/route-failed";
import { FirstPaint } from "./shell/first-paint";
import { Shell } from "./shell/shell";
import type { PageHandle } from "./shell/use-document-title";
import { withoutToken } from "./strip-token";

/** The routes as react-router wants them, all made from the one table; `finishing` is a sign-in already being ended. */
export function routesOf(
  services: Services,
  table: RouteEntry[],
  finishing?: Promise<string>,
): RouteObject[] {
  return [
    {
      path: CALLBACK,
      loader: finishSignIn(services, finishing),
      Component: FirstPaint,
      handle: { titleKey: "title.callback" } satisfies PageHandle,
      HydrateFallback: FirstPaint,
      ErrorBoundary: RouteFailed,
    },
    {
      Component: Shell,
      handle: { table } satisfies ShellHandle,
      HydrateFallback: FirstPaint,
      ErrorBoundary: RouteFailed,
      loader: refuseToken,
      children: table.map((entry) => ({
        path: entry.path,
        handle: { titleKey: entry.titleKey } satisfies PageHandle,
        loader: guard(services, entry.need),
        // The page stays as it is while only its query changes: searching is no navigation.
        shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
        lazy: async () => {
          const [page] = await loadChunk(() => Promise.all([entry.load(), loadTexts(entry.texts ?? [])]));
          return { Component: page.default };
        },
      })),
    },
  ];
}

export function createRouter(services: Services, table: RouteEntry[], finishing?: Promise<string>) {
  return createBrowserRouter(routesOf(services, table, finishing));
}

/** A navigation inside the portal may carry no `?token=` either (T-01, F-01). */
function refuseToken({ request }: LoaderFunctionArgs): null {
  const clean = withoutToken(request.url);
  if (clean !== undefined) {
    const url = new URL(clean);
    throw redirect(url.pathname + url.search + url.hash);
  }
  return null;
}
