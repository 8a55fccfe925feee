import { dataOf } from "../../api/client";
import type { QueryOf } from "../../api/call";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import type { Opening } from "../../api/download";
import type { ObjectKind } from "../../kit/history/audit-words";
import { listQuery } from "../../kit/list-query";
import { beginOf } from "../../kit/server-time";
import { groups, products } from "../../kit/sources";
import type { Option, OptionSource } from "../../kit/use-search";
import { aboutOf, segmentOf, thingOf } from "./filters";

declare module "../../api/kept" {
  interface Kept {
    "audit-applications": true;
    "audit-actors": true;
    "audit-things": true;
  }
}

type Asked = QueryOf<"/api/security/admin/audit/export", "get">;

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The filters of the page as the server wants them; days are the reader's own, or of `zone`, from midnight to midnight. */
export function askedBy({ segment, about, from, until, zone, ...exact }: Record<string, string>): Asked {
  const part = segmentOf({ ...exact, ...(segment && { segment }) });
  const thing = about && thingOf(about);
  const begin = (day: string, later = 0) =>
    zone ? beginOf(day, zone, later) : beginOf(day, ownZone(), later);
  return {
    ...(exact as Asked),
    ...(part !== "all" && { segment: part }),
    ...(thing && { objectKind: thing.kind as ObjectKind, objectId: thing.id }),
    ...(from && { from: begin(from) }),
    ...(until && { until: begin(until, 1) }),
  };
}

/** The reader's day some days ago, as `yyyy-MM-dd`. */
export function dayBefore(days: number, now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

const entries = listQuery("/api/security/admin/audit/list", askedBy as (filters: object) => Asked);

/** Always fetched again, because nearly every change adds an entry. */
export const auditList: typeof entries = (services, paging) => ({
  ...entries(services, paging),
  staleTime: 0,
});

/** The file of all entries that the filters let through. */
export function exportAudit({ api }: Pick<Services, "api">, filters: Record<string, string>) {
  return (opening: Opening) =>
    api.GET("/api/security/admin/audit/export", { params: { query: askedBy(filters) }, ...opening });
}

/** The applications that an entry may name. */
export function applications({ api }: Pick<Services, "api">): OptionSource {
  return {
    key: ["audit-applications"],
    search: async (context, signal) => {
      const params = { query: { context } };
      const list = await dataOf(
        api.GET("/api/security/admin/audit/application/option-list", { params, signal }),
      );
      return list.map(({ applicationId, applicationName }) => ({
        value: applicationId,
        label: applicationName,
        hint: applicationId,
      }));
    },
  };
}

const ACTORS_SHOWN = 20;

/** Who may have done something: people, applications, and `programs`, which are neither. */
export function actors(services: Pick<Services, "api">, programs: Option[]): OptionSource {
  const { api } = services;
  const apps = applications(services);
  return {
    key: ["audit-actors", programs.map(({ label }) => label)],
    search: async (context, signal) => {
      const query = { context, pageSize: ACTORS_SHOWN };
      const [people, found] = await Promise.all([
        dataOf(api.GET("/api/security/admin/user/list", { params: { query }, signal })),
        apps.search(context, signal),
      ]);
      const named = programs.filter(({ label }) => label.toLowerCase().includes(context.toLowerCase()));
      return [...named, ...people.list.map(personOption), ...found.slice(0, ACTORS_SHOWN)];
    },
    find: async (value, signal) => {
      const known = [...programs, ...(await apps.search("", signal))].find((one) => one.value === value);
      if (known) return known;
      const params = { query: { userId: value } };
      const person = dataOf(api.GET("/api/security/admin/user/info", { params, signal }));
      // An id that no account has: the chip shows the id itself.
      return person.then(personOption, () => undefined);
    },
  };
}

const THINGS_SHOWN = 10;

/** What an entry may be about: people (for readers who may list them), groups, products and applications. */
export function things(
  services: Services,
  people: boolean,
  kindName: (kind: string) => string,
): OptionSource {
  const { api } = services;
  const of = (kind: ObjectKind, options: Option[]): Option[] =>
    options.slice(0, THINGS_SHOWN).map(({ value, label, hint }) => ({
      value: aboutOf({ kind, id: value }),
      label,
      hint: [kindName(kind), ...(hint ? [hint] : [])].join(" · "),
    }));
  return {
    key: ["audit-things", people, kindName("account")],
    search: async (context, signal) => {
      const query = { context, pageSize: THINGS_SHOWN };
      const found = await Promise.all([
        people
          ? dataOf(api.GET("/api/security/admin/user/list", { params: { query }, signal })).then(({ list }) =>
              of("account", list.map(personOption)),
            )
          : [],
        groups(services)
          .search(context, signal)
          .then((options) => of("group", options)),
        products(services, false)
          .search(context, signal)
          .then((options) => of("product", options)),
        applications(services)
          .search(context, signal)
          .then((options) => of("client", options)),
      ]);
      return found.flat();
    },
    // Its newest entry names the thing, also if it was deleted.
    find: async (about, signal) => {
      const thing = thingOf(about);
      if (!thing) return undefined;
      const query = { objectKind: thing.kind as ObjectKind, objectId: thing.id, pageSize: 1 };
      const entry = dataOf(api.GET("/api/security/admin/audit/history", { params: { query }, signal }));
      const name = await entry.then(
        ({ list }) => list[0]?.object?.name,
        () => undefined,
      );
      return { value: about, label: name ?? thing.id, hint: kindName(thing.kind) };
    },
  };
}

function personOption({ userId, fullName, username }: Person): Option {
  return { value: userId, label: fullName || username, hint: username };
}

type Person = Pick<components["schemas"]["AccountListRow"], "userId" | "fullName" | "username">;
