import type { RouteEntry } from "../access/route-entry";
import { loadConfig, type PortalConfig } from "../api/config";
import { CALLBACK, Protocol } from "../api/session/protocol";
import { Session } from "../api/session/session";
import { openStore } from "../api/session/store";
import { HTML_LANG, rememberedLanguage } from "../i18n/language";

/** What the portal is put together from. */
export interface Arrival {
  config: PortalConfig;
  session: Session;
}

/**
 * The first steps of a visit. They need nothing of what draws a page, and do not wait for it: whoever has no session
 * is sent to sign in at once, and the code of whoever comes back from there is exchanged while the rest is loaded.
 */
export async function arrive(table: RouteEntry[]): Promise<Arrival> {
  document.documentElement.lang = HTML_LANG[rememberedLanguage()];
  const [config, store] = await Promise.all([loadConfig(), openStore()]);
  const session = new Session(new Protocol(config, store), store, {
    to: (url) => location.assign(url),
    reload: () => location.reload(),
  });
  const here = new URL(location.href);
  if (here.pathname === CALLBACK) {
    // What becomes of it is for the callback's own route to say, which asks for the same.
    session.finish(here).catch(() => undefined);
  } else if (isClosed(here.pathname, table) && !(await session.isKept())) {
    await session.begin(here.pathname + here.search + here.hash);
  }
  return { config, session };
}

/** Whether a page surely needs a session. Addresses with parameters are for the router, and its guard sees to them. */
function isClosed(path: string, table: RouteEntry[]): boolean {
  return table.some((entry) => entry.path === path && entry.need !== "public");
}
