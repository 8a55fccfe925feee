import { QueryObserver, type QueryFunction } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import document from "../../openapi.json";
import type { KeptName } from "../api/kept";
import { ServicesProvider } from "../api/services";
import { firstLoginQuery } from "../app/shell/first-login";
import * as audit from "../features/audit/queries";
import * as groups from "../features/groups/queries";
import { homeOfQuery } from "../features/home/home-of";
import { checkQuery } from "../kit/access-check/check-query";
import { historyQuery } from "../kit/history/history-query";
import { useRefresh } from "../kit/use-act";
import { fakeAtrium, type FakeAtrium } from "./fake-atrium";
import { keptInCode, pathsInCode } from "./kept-in-code";
import { envelopeOf, type Mock } from "./mocks";
import { aSession, someServices } from "./render";
import { ANSWERS } from "./stale/answers";
import { A, BY_HAND, CHANGES, NO_CHANGE, type Thing } from "./stale/changes";
import "./stale/of-access";
import "./stale/of-home";
import "./stale/of-people";
import "./stale/of-programs";

/** Answers that no change refreshes, because each is fetched whenever it is opened; and their calls. */
const ASKED_WHEN_OPENED = ["access-check", "history", "home-of", "passkey-offer"];
const PATHS_WHEN_OPENED = [
  `${A}/audit/history`,
  `${A}/audit/list`,
  `${A}/user/access-check`,
  `${A}/user/home`,
  "/api/security/app/file",
  "/api/security/file/preview",
  "/api/security/find",
  "/api/security/find/people",
  "/api/security/user/login-count",
];

const fakes = import.meta.glob<{ standIn?: () => Mock[] }>("./fake-*.ts", { eager: true });
const visit: FakeAtrium = { mood: "full", lang: "en-us", accessList: [], signedOut: () => undefined };
const mocks = [...fakeAtrium(visit), ...Object.values(fakes).flatMap(({ standIn }) => standIn?.() ?? [])];

const asked = new Set<string>();

/** The server of all fakes. */
async function answer(request: Request) {
  const { pathname, searchParams } = new URL(request.url);
  const method = request.method.toLowerCase();
  asked.add(pathname);
  const mock = mocks.find((one) => one.path === pathname && one.method === method);
  if (!mock) throw new Error(`No fake answers ${pathname}.`);
  const text = await request.text();
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  const reply = await mock.reply({ query: Object.fromEntries(searchParams), body });
  return Response.json(envelopeOf(reply));
}

/** The paths of the OpenAPI document with this method. */
function pathsWith(method: "get" | "post"): string[] {
  return Object.entries(document.paths).flatMap(([path, calls]) => (method in calls ? [path] : []));
}

function answersFile(path: string): boolean {
  const { get } = document.paths[path as never] as { get: { responses: { 200: { content: object } } } };
  return !("application/json" in get.responses[200].content);
}

describe("after each change", () => {
  const kept = keptInCode();
  const code = pathsInCode();
  const services = someServices({ session: aSession({ fetch: answer }) });
  const { queries } = services;
  const fetched = new Map<string, number>();
  const keys = new Set<string>();
  const closes: (() => void)[] = [];

  beforeAll(async () => {
    for (const [name, { options }] of Object.entries(ANSWERS)) {
      const given = options(services);
      const ask = given.queryFn as QueryFunction;
      const observer = new QueryObserver(queries, {
        ...given,
        queryFn: (context) => {
          fetched.set(name, (fetched.get(name) ?? 0) + 1);
          return ask(context);
        },
      });
      keys.add(given.queryKey[0]);
      closes.push(observer.subscribe(() => undefined));
    }
    await vi.waitFor(() => expect(queries.isFetching()).toBe(0), 15_000);
  });
  afterAll(() => closes.forEach((close) => close()));

  it("in the code, the table says what it makes stale", () => {
    const changing = [...kept.changes.keys()].filter((path) => !BY_HAND.includes(path));
    expect(changing.sort()).toEqual(Object.keys(CHANGES).sort());
    const posts = pathsWith("post").filter((path) => code.has(path) && !kept.changes.has(path));
    expect(posts.filter((path) => !asked.has(path) && !NO_CHANGE.includes(path))).toEqual([]);
  });

  it("the test knows every answer that the portal keeps", () => {
    expect(Object.keys(ANSWERS).filter((name) => fetched.get(name) !== 1)).toEqual([]);
    expect(kept.names.filter((name) => !keys.has(name)).sort()).toEqual(ASKED_WHEN_OPENED);
    const sent = [...Object.keys(CHANGES), ...BY_HAND, ...NO_CHANGE];
    const gets = pathsWith("get").filter(
      (path) => code.has(path) && !sent.includes(path) && !answersFile(path),
    );
    expect(gets.filter((path) => !asked.has(path)).sort()).toEqual(PATHS_WHEN_OPENED);
  });

  /** The answers that show one of these things and are not fetched again. */
  async function missed(names: readonly KeptName[], changed: Thing[]) {
    const wrapper = ({ children }: { children: ReactNode }) =>
      createElement(ServicesProvider, { services, children });
    const { result } = renderHook(() => useRefresh(names), { wrapper });
    const before = new Map(fetched);
    await result.current();
    const stale = Object.entries(ANSWERS).filter(([, { shows }]) =>
      shows.some((one) => changed.includes(one)),
    );
    return stale.map(([name]) => name).filter((name) => fetched.get(name) === before.get(name));
  }

  it("an answer that no change refreshes is requested again when it is opened", () => {
    const page = { pageNum: 1, pageSize: 10, filters: {} };
    const opened = [
      historyQuery(services, "module", "m-1"),
      homeOfQuery(services, "u-1"),
      checkQuery(services, "u-1", 4),
      audit.auditList(services, page),
      firstLoginQuery(services, "DanMember"),
    ];
    expect(opened.filter(({ staleTime, gcTime }) => staleTime !== 0 && gcTime !== 0)).toEqual([]);
  });

  it.each(Object.entries(CHANGES))(
    "%s: the answers that show it are requested again",
    async (path, changed) => {
      expect(await missed((kept.changes.get(path) ?? []) as KeptName[], changed)).toEqual([]);
    },
  );

  it("that deletes a group by the call for members: the answers that show it are requested again", async () => {
    const changed = ["group", "member", "own membership", "access of a group"] as const;
    expect(await missed(groups.GROUP_NAMES, [...changed, "request", "own request"])).toEqual([]);
  });
});
