import { readFileSync } from "node:fs";
import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { createMemoryRouter } from "react-router";
import { createApi } from "../api/client";
import { mock } from "../testing/mocks";
import { handlerOf, server, success } from "../testing/server";
import { reportPageViews } from "./page-views";
import { routeTable } from "./routes";

const SERVICE = "https://stats.demo.test/api/event";
const handle = (need: string) => ({ page: { need, title: {} } });

/** Goes through the pages, and gives what was reported to Atrium and to the service. */
async function walk(pageViews: { count: boolean; url: string }) {
  const own: string[] = [];
  const sent: { text: string; request: Request }[] = [];
  server.use(
    handlerOf(
      mock("post", "/api/security/page-view", ({ body }) => {
        own.push(body.route);
        return success(null);
      }),
    ),
    http.post(SERVICE, async ({ request }) => {
      sent.push({ text: await request.text(), request });
      return HttpResponse.text("");
    }),
  );
  const router = createMemoryRouter([
    { path: "/", handle: handle("session") },
    { path: "/my-groups/:groupId", handle: handle("session") },
    { path: "/callback", handle: handle("public") },
    { path: "*", handle: handle("public") },
  ]);
  const api = createApi((request) => fetch(request));
  const stop = reportPageViews({ api }, pageViews, router);
  for (const to of ["/my-groups/g-1?token=secret#x", "/my-groups/g-2", "/callback?code=c", "/nowhere", "/"]) {
    await router.navigate(to);
  }
  await vi.waitFor(() => expect(own.length + sent.length).toBe(3));
  stop();
  return { own, sent };
}

/** T-03, G-80, F-67. */
describe("page views", () => {
  it("are reported by route, without ids, queries and public pages", async () => {
    const { own, sent } = await walk({ count: true, url: "" });
    expect(own).toEqual(["/", "/my-groups/:groupId", "/"]);
    expect(sent).toEqual([]);
  });

  it("count the routes that the server knows: every page for people who are signed in", async () => {
    const pages = [...routeTable.first, ...(await routeTable.more())];
    const routes = pages.filter(({ need }) => need !== "public").map(({ path }) => path);
    const known = readFileSync("../src/insight/routes.txt", "utf8");
    expect([...routes].sort().join("\n")).toBe(known.trimEnd());
  });

  it("go to the analytics service of the settings, without cookies", async () => {
    const { own, sent } = await walk({ count: false, url: SERVICE });
    expect(own).toEqual([]);
    const events = sent.map(({ text }) => JSON.parse(text) as unknown);
    const event = (route: string) => ({
      name: "pageview",
      domain: "localhost:8080",
      url: `http://localhost:8080${route}`,
    });
    expect(events).toEqual([event("/"), event("/my-groups/:groupId"), event("/")]);
    expect(sent.map(({ request }) => request.credentials)).toEqual(["omit", "omit", "omit"]);
  });
});
