import { routeOf } from "../address/base";
import type { RouteEntry } from "../access/route-entry";
import { rememberedLanguage } from "../i18n/language";
import { FIRST_TEXTS, textsFile } from "../i18n/own-texts";

/**
 * Begins to load the page of this address, with its texts, beside the code that draws it: on a slow line one after the other
 * takes a second longer. What does not load is asked for again when it is needed, and fails there.
 */
export function loadAhead(first: RouteEntry[]): void {
  const here = routeOf(location.pathname);
  const page = first.find(({ path }) => path === here);
  const language = rememberedLanguage();
  const texts = [...FIRST_TEXTS, ...(page?.texts ?? [])].map((name) => textsFile(name, language));
  for (const load of [page?.load, ...texts]) load?.().catch(() => undefined);
}
