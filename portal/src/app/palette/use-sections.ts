import { KeyRound, Languages, LogOut, Mail, Network, Search, User } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSetLanguage } from "../../access/set-language";
import { signOut } from "../../access/sign-out";
import { useUser } from "../../access/user";
import { useServices } from "../../api/services";
import { languageOf } from "../../i18n/i18n";
import { applicationEntries, localProducts } from "./applications";
import { MOST, MOST_AT_FIRST, type PaletteEntry, type PaletteSection } from "./entry";
import { fitting } from "./fit";
import { useFound, usePeople, type Found, type FoundPerson } from "./use-found";
import { pageEntries, useAllPages } from "./use-pages";

/** What the palette shows for a text: at once what this browser knows, then what the server finds. */
export function useSections(query: string) {
  const { t, i18n } = useTranslation(["palette", "shell"]);
  const services = useServices();
  const user = useUser();
  const pages = useAllPages();
  const { found, settled, failure } = useFound(query);
  const people = usePeopleEntries(query, found);
  const actions = useActions();
  const hidden = services.config.hiddenAppIds;
  const local = localProducts(services.queries, hidden, query);
  const all: PaletteSection[] = [
    {
      name: "applications",
      entries: applicationEntries(local, found?.applications ?? [], ({ state }) =>
        state === "open" ? t("palette:newTab") : t(`palette:state.${state}`),
      ),
    },
    {
      name: "pages",
      entries: user
        ? pageEntries(pages, user, {
            query,
            language: languageOf(i18n),
            administration: t("shell:places.administration"),
          })
        : [],
    },
    { name: "groups", entries: groupEntries(found) },
    { name: "people", entries: people.entries },
    { name: "actions", entries: fitting(actions, query, ({ name, words }) => [name, words]) },
  ];
  const most = query === "" ? MOST_AT_FIRST : MOST;
  const sections = all
    .map(({ name, entries }) => ({ name, entries: entries.slice(0, most) }))
    .filter(({ entries }) => entries.length > 0);
  return { sections, settled: settled && !people.searching, failure: failure ?? people.failure };
}

/** An administrator's page of the group, or the reader's own list of groups. */
function groupEntries(found: Found | undefined): PaletteEntry[] {
  return (found?.groups ?? []).map(({ groupId, groupName }) => ({
    id: `group-${groupId}`,
    name: groupName,
    icon: Network,
    choice: {
      page: found?.ofAllGroups
        ? `/operation-access/group-list?${new URLSearchParams({ group: groupId })}`
        : `/my-groups?${new URLSearchParams({ context: groupName })}`,
    },
  }));
}

/** People who were found, or the search that finds them, which counts. */
function usePeopleEntries(query: string, found: Found | undefined) {
  const { t } = useTranslation("palette");
  const { ask, searching, people, failure } = usePeople(query);
  const entryOf = ({ userId, username, fullName, email, agencyName }: FoundPerson): PaletteEntry => ({
    id: `person-${username}`,
    name: fullName || username,
    hint: [fullName && username, agencyName, !userId && (email ? t("write") : t("noEmail"))]
      .filter(Boolean)
      .join(" · "),
    icon: !userId && email ? Mail : User,
    choice: userId
      ? { page: `/auth-management/account-list?${new URLSearchParams({ account: userId })}` }
      : email
        ? { run: () => location.assign(`mailto:${email}`) }
        : undefined,
  });
  if (found?.peopleSearch === "done") return { entries: found.people.map(entryOf), searching: false };
  if (found?.peopleSearch !== "counted") return { entries: [], searching: false };
  if (people && people.length > 0) return { entries: people.map(entryOf), searching: false };
  const search: PaletteEntry = people
    ? { id: "people-none", name: t("people.none", { query }), icon: User }
    : {
        id: "people-search",
        name: searching ? t("searching") : t("people.search", { query }),
        hint: t("people.counted"),
        icon: Search,
        choice: { run: ask, stays: true },
      };
  return { entries: [search], searching, failure };
}

/** What can be done from everywhere, with the words that find it besides its name. */
function useActions(): (PaletteEntry & { words: string })[] {
  const { t, i18n } = useTranslation("palette");
  const services = useServices();
  const { mutate } = useSetLanguage();
  const user = useUser();
  return [
    {
      id: "action-language",
      name: t("language"),
      words: t("language.words"),
      icon: Languages,
      choice: { run: () => mutate(languageOf(i18n) === "zh-cn" ? "en-us" : "zh-cn") },
    },
    ...(user?.hasPassword
      ? [
          {
            id: "action-password",
            name: t("changePassword"),
            words: t("changePassword.words"),
            icon: KeyRound,
            choice: { page: "/account/security?change-password" },
          },
        ]
      : []),
    {
      id: "action-sign-out",
      name: t("signOut"),
      words: t("signOut.words"),
      icon: LogOut,
      choice: { run: () => void signOut(services, (url) => location.assign(url)) },
    },
  ];
}
