import type { RouteEntry } from "../access/route-entry";
import { isInSection } from "../access/sections";
import { loadConfig, type PortalConfig } from "../api/config";
import { CALLBACK, Protocol } from "../api/session/protocol";
import { Session } from "../api/session/session";
import { openStore } from "../api/session/store";
import { HTML_LANG, rememberedLanguage } from "../i18n/language";

/** What the portal is put together from. */
export interface Arrival {
  config: PortalConfig;
  session: Session;
  /** The exchange of a code, begun here; answers where the person was heading. Its route tells of a failure. */
  finishing?: Promise<string>;
}

/**
 * The first steps of a visit. They need nothing of what draws a page, and do not wait for it: whoever has no session
 * is sent to sign in at once, and the code of whoever comes back from there is exchanged while the rest is loaded.
 */
export async function arrive(first: RouteEntry[]): Promise<Arrival> {
  document.documentElement.lang = HTML_LANG[rememberedLanguage()];
  const [config, store] = await Promise.all([loadConfig(), openStore()]);
  const leave = { to: (url: string) => location.assign(url), reload: () => location.reload() };
  // Asked of what is kept, not of `<html lang>`, which a browser that translates rewrites.
  const language = () => HTML_LANG[rememberedLanguage()];
  const session = new Session(new Protocol(config, store), store, leave, language);
  const here = new URL(location.href);
  if (here.pathname === CALLBACK) return { config, session, finishing: finish(session, here) };
  if (isClosed(here.pathname, first) && !(await session.isKept())) {
    await session.begin(here.pathname + here.search + here.hash);
  }
  return { config, session };
}

/** A reload after the exchange, before anything is drawn, must not lose where the person was heading. */
function finish(session: Session, callback: URL): Promise<string> {
  const finishing = session.finish(callback).then((target) => {
    history.replaceState(history.state, "", location.origin + target);
    return target;
  });
  // Not unheard: the callback's route waits for it too, only later.
  finishing.catch(() => undefined);
  return finishing;
}

/** Whether a page surely needs a session. All other addresses are for the router, and its guard sees to them. */
function isClosed(path: string, first: RouteEntry[]): boolean {
  return isInSection(path) || first.some((entry) => entry.path === path && entry.need !== "public");
}
