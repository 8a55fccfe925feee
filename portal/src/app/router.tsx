import {
  createBrowserRouter,
  redirect,
  type LoaderFunctionArgs,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
} from "react-router";
import { pathOf, ROOT } from "../address/base";
import { guard, knownUser, signedIn } from "../access/guard";
import { firstEntry, type PageHandle } from "../access/nav";
import type { RouteEntry, RouteTable } from "../access/route-entry";
import { SECTIONS, type Section } from "../access/sections";
import type { Services } from "../api/services";
import { CALLBACK } from "../api/session/protocol";
import { loadTexts } from "../i18n/i18n";
import { loadChunk, reloadAt } from "../ui/lazy/load-chunk";
import { finishSignIn } from "./callback";
import { PageFailed, RouteFailed } from "./errors/route-failed";
import { FirstPaint } from "./shell/first-paint";
import { Shell } from "./shell/shell";
import { withoutToken } from "./strip-token";

const PAGES = "pages";

/** The routes of the first load for react-router; `finishing` is the sign-in that `arrive` has begun to finish. */
export function routesOf(
  services: Services,
  first: RouteEntry[],
  finishing?: Promise<string>,
): RouteObject[] {
  return [
    {
      path: CALLBACK,
      loader: finishSignIn(services, finishing),
      Component: FirstPaint,
      handle: {
        page: { title: { "en-us": "Signing in", "zh-cn": "正在登录" }, need: "public" },
      } satisfies PageHandle,
      HydrateFallback: FirstPaint,
      ErrorBoundary: RouteFailed,
    },
    {
      Component: Shell,
      HydrateFallback: FirstPaint,
      ErrorBoundary: RouteFailed,
      loader: refuseToken,
      // A route of its own, because a page whose code does not load cannot show its own error boundary.
      children: [
        {
          id: PAGES,
          ErrorBoundary: PageFailed,
          children: pageRoutes(services, first),
        },
      ],
    },
  ];
}

/** Loads and adds the other pages when somebody opens an address that the first pages do not have. */
export function pagesOnDemand(services: Services, more: RouteTable["more"]): PatchRoutesOnNavigationFunction {
  return async ({ patch }) => {
    const pages = await loadChunk(more);
    const sections = Object.keys(SECTIONS) as Section[];
    patch(PAGES, [
      ...pageRoutes(services, pages),
      ...sections.map((section) => sectionRoute(services, section, pages)),
    ]);
  };
}

/** The pages of a table; a drawer with an address of its own is in the route of the page behind it. */
function pageRoutes(services: Services, table: RouteEntry[]): RouteObject[] {
  const isOver = ({ over }: RouteEntry) => table.some(({ path }) => path === over);
  return table
    .filter((page) => !isOver(page))
    .map((page) => ({
      ...pageRoute(services, page, table),
      children: table.filter(({ over }) => over === page.path).map((one) => pageRoute(services, one, table)),
    }));
}

function pageRoute(services: Services, page: RouteEntry, table: RouteEntry[]) {
  return {
    path: page.path,
    handle: { page, table } satisfies PageHandle,
    loader: guard(services, page.need),
    // A change of the query alone (search, filters) does not check the page again.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    lazy: async () => {
      const [loaded] = await loadChunk(() => Promise.all([page.load(), loadTexts(page.texts ?? [])]));
      return { Component: loaded.default };
    },
  } satisfies RouteObject;
}

/** The address of a section opens its first visible entry, else the first of all, else /401 (F-29). */
function sectionRoute(services: Services, section: Section, table: RouteEntry[]): RouteObject {
  return {
    path: SECTIONS[section],
    loader: async ({ request }) => {
      await signedIn(services, request);
      throw redirect(firstEntry(table, await knownUser(services), section));
    },
  };
}

export function createRouter(services: Services, { first, more }: RouteTable, finishing?: Promise<string>) {
  const router = createBrowserRouter(routesOf(services, first, finishing), {
    basename: ROOT,
    patchRoutesOnNavigation: pagesOnDemand(services, more),
  });
  reloadAt(() => {
    const to = router.state.navigation.location;
    return to && location.origin + router.createHref(to);
  });
  return router;
}

/** A navigation inside the portal may carry no `?token=` either (T-01, F-01). */
function refuseToken({ request }: LoaderFunctionArgs): null {
  const clean = withoutToken(request.url);
  if (clean !== undefined) {
    throw redirect(pathOf(new URL(clean)));
  }
  return null;
}
