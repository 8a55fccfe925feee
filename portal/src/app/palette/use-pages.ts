import { FileText, House } from "lucide-react";
import { useEffect, useState } from "react";
import { meets } from "../../access/need";
import type { RouteEntry } from "../../access/route-entry";
import type { UserInfo } from "../../access/user";
import type { Language } from "../../i18n/language";
import { routeTable } from "../routes";
import type { PaletteEntry } from "./entry";
import { fitting } from "./fit";

const HOME = "/";

/** All pages; those that load on demand are missing until their table is here. */
export function useAllPages(): RouteEntry[] {
  const [more, setMore] = useState<RouteEntry[]>([]);
  useEffect(() => {
    // Without them the palette still finds the rest.
    routeTable.more().then(setMore, () => undefined);
  }, []);
  return [...routeTable.first, ...more];
}

/** Whether a person can go to the page by its name: it has an address of its own, and not only links lead to it. */
function isPlace({ path, need, over, unlisted }: RouteEntry): boolean {
  return need !== "public" && over === undefined && unlisted !== true && !/[:*]/.test(path);
}

/** The pages that the person may enter and whose title, in either language, fits; the menu's after the others. */
export function pageEntries(
  all: RouteEntry[],
  user: UserInfo,
  { query, language, administration }: { query: string; language: Language; administration: string },
): PaletteEntry[] {
  const places = all.filter((page) => isPlace(page) && meets(user, page.need));
  const ordered = [...places.filter(({ nav }) => !nav), ...places.filter(({ nav }) => nav)];
  return fitting(ordered, query, ({ title }) => Object.values(title)).map(({ path, title, nav }) => ({
    id: `page-${path}`,
    name: title[language],
    hint: nav && administration,
    icon: nav?.icon ?? (path === HOME ? House : FileText),
    choice: { page: path },
  }));
}
