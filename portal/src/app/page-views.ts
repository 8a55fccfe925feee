import type { DataRouter } from "react-router";
import type { PageHandle } from "../access/nav";
import { BASE } from "../address/base";
import type { Services } from "../api/services";

type State = Pick<DataRouter["state"], "matches" | "navigation">;

/**
 * Reports each page that is shown to Atrium, to the analytics service of the settings, or to both (T-03, G-80). A report is
 * the route with the names of its parameters, so it carries no id, no query and no token (F-67). Nothing fails with it.
 */
export function reportPageViews(
  { api }: Pick<Services, "api">,
  { count, url }: NonNullable<Services["config"]["pageViews"]>,
  router: Pick<DataRouter, "state" | "subscribe">,
) {
  let last: string | undefined;
  const report = (state: State) => {
    if (state.navigation.state !== "idle") return;
    const route = routeOf(state);
    if (route === undefined || route === last) return;
    last = route;
    if (count) api.POST("/api/security/page-view", { body: { route } }).catch(() => undefined);
    if (url) send(url, route);
  };
  report(router.state);
  return router.subscribe(report);
}

/** The route of a page for people who are signed in; undefined for any other. */
function routeOf({ matches }: State): string | undefined {
  const { route } = matches.at(-1) ?? {};
  const { page } = (route?.handle ?? {}) as Partial<PageHandle>;
  return page && page.need !== "public" && route?.path ? `/${route.path.replace(/^\//, "")}` : undefined;
}

/** An event as Plausible takes them, without cookies and without the address of the page. */
function send(service: string, route: string) {
  const { host, origin } = location;
  fetch(service, {
    method: "POST",
    mode: "no-cors",
    credentials: "omit",
    referrerPolicy: "no-referrer",
    keepalive: true,
    body: JSON.stringify({ name: "pageview", domain: host, url: `${origin}${BASE}${route}` }),
  }).catch(() => undefined);
}
