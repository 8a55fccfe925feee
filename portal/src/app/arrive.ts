import { addressOf, pathOf, routeOf } from "../address/base";
import type { RouteEntry } from "../access/route-entry";
import { isInSection } from "../access/sections";
import { loadConfig, type PortalConfig } from "../api/config";
import { CALLBACK, Protocol } from "../api/session/protocol";
import { Session } from "../api/session/session";
import { openStore } from "../api/session/store";
import { HTML_LANG, rememberedLanguage } from "../i18n/language";
import { holdsWork } from "./holds-work";
import { watchPerson } from "./watch-person";

/** What the first steps give to `start`. */
export interface Arrival {
  config: PortalConfig;
  session: Session;
  /** The exchange of a code, begun here. Gives the path that the person wanted; its route shows a failure. */
  finishing?: Promise<string>;
}

/**
 * The first steps of a visit. They run before the user interface is loaded: people without a session go to the sign-in
 * at once, and for people who come back from it, the code is exchanged while the rest loads.
 */
export async function arrive(first: RouteEntry[]): Promise<Arrival> {
  document.documentElement.lang = HTML_LANG[rememberedLanguage()];
  const isAttended = watchPerson();
  const [config, store] = await Promise.all([loadConfig(), openStore()]);
  const place = {
    to: (url: string) => location.assign(url),
    reload: () => location.reload(),
    holdsWork,
    isAttended,
  };
  // Not from `<html lang>`, because a browser that translates the page changes it.
  const language = () => HTML_LANG[rememberedLanguage()];
  const session = new Session(new Protocol(config, store), store, place, language);
  const here = new URL(location.href);
  const route = routeOf(here.pathname);
  if (route === CALLBACK) return { config, session, finishing: finish(session, here) };
  if (isClosed(route, first) && !(await session.isKept())) {
    await session.begin(pathOf(here));
  }
  return { config, session };
}

/** Puts the wanted path into the address, so that a reload before the first paint does not lose it. */
function finish(session: Session, callback: URL): Promise<string> {
  const finishing = session.finish(callback).then((target) => {
    history.replaceState(history.state, "", addressOf(target));
    return target;
  });
  // The callback's route waits for it later and handles a failure.
  finishing.catch(() => undefined);
  return finishing;
}

/** Whether a page certainly needs a session. The guards of the router decide about all other addresses. */
function isClosed(path: string, first: RouteEntry[]): boolean {
  return isInSection(path) || first.some((entry) => entry.path === path && entry.need !== "public");
}
