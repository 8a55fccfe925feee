import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { UnknownCallback } from "../api/session/failures";
import { Session } from "../api/session/session";
import { openStore } from "../api/session/store";
import type { RouteEntry } from "../access/route-entry";
import { aConfig, someTokens } from "../testing/factories";
import { ORIGIN, server } from "../testing/server";
import { arrive } from "./arrive";
import { loadAhead } from "./load-ahead";

const load = () => Promise.reject(new Error("no page is loaded"));
const title = { "en-us": "A page", "zh-cn": "页面" };
const table: RouteEntry[] = [
  { path: "/", title, need: "session", load },
  { path: "/tools/:id", title, need: "session", load },
  { path: "*", title, need: "public", load },
];

/** A visit of `address` of the portal. Redirects are recorded, not followed. */
function visit(address: string) {
  history.replaceState(null, "", address);
  const begin = vi.spyOn(Session.prototype, "begin").mockReturnValue(new Promise(() => undefined));
  return { begin, arrival: arrive(table) };
}

beforeEach(() => server.use(http.get(`${ORIGIN}/config.json`, () => HttpResponse.json(aConfig()))));

/** F-10, T-11. */
describe("a visitor", () => {
  it("without a session is sent to sign in at once, and back to the same address", async () => {
    const { begin } = visit("/?q=time#x");
    await vi.waitFor(() => expect(begin).toHaveBeenCalledExactlyOnceWith("/?q=time#x"));
  });

  it("at a page of the administration, which is loaded later, is sent to sign in at once", async () => {
    const { begin } = visit("/auth-management/audit-log?kind=x");
    await vi.waitFor(() =>
      expect(begin).toHaveBeenCalledExactlyOnceWith("/auth-management/audit-log?kind=x"),
    );
  });

  it.each([
    ["at an open page", "/no/such/page"],
    ["where the router has to look first", "/tools/7"],
  ])("%s is not sent anywhere", async (_where, address) => {
    const { begin, arrival } = visit(address);
    await arrival;
    expect(begin).not.toHaveBeenCalled();
  });

  it("with a session to renew is not sent anywhere", async () => {
    await (await openStore()).set("tokens", await someTokens({ expiresAt: 0 }));
    const { begin, arrival } = visit("/");
    await arrival;
    expect(begin).not.toHaveBeenCalled();
  });

  it("gets the settings of the start page, and fetches none", async () => {
    server.use(http.get(`${ORIGIN}/config.json`, () => HttpResponse.error()));
    const written = document.createElement("meta");
    written.name = "atrium-settings";
    written.content = JSON.stringify({ ...aConfig(), productName: 'The "Lobby"' });
    document.head.append(written);
    const { config } = await visit("/no/such/page").arrival.finally(() => written.remove());
    expect(config.productName).toBe('The "Lobby"');
  });

  it("with a code gets it exchanged at once, and its route gets the result", async () => {
    const { begin, arrival } = visit("/callback?code=c-1&state=nobody");
    const { finishing } = await arrival;
    await expect(finishing).rejects.toBeInstanceOf(UnknownCallback);
    expect(location.pathname).toBe("/callback");
    expect(begin).not.toHaveBeenCalled();
  });

  it("with an accepted code is at the deep link, so that a reload keeps it", async () => {
    vi.spyOn(Session.prototype, "finish").mockResolvedValue("/?q=time#x");
    const { finishing } = await visit("/callback?code=c-1&state=s-1").arrival;
    await expect(finishing).resolves.toBe("/?q=time#x");
    expect(location.pathname + location.search + location.hash).toBe("/?q=time#x");
  });

  it("gets a page with the right language tag at once (WCAG 3.1.1)", async () => {
    document.cookie = "lang=zh-cn; Path=/";
    await visit("/no/such/page").arrival;
    expect(document.documentElement.lang).toBe("zh-CN");
  });
});

describe("what loads beside the code that draws", () => {
  it.each([
    ["the page of the address", "/?q=time", 1],
    ["no page that another address shows", "/no/such/page", 0],
  ])("is %s, and a failure is left to the router", (_what, address, times) => {
    history.replaceState(null, "", address);
    const load = vi.fn(() => Promise.reject(new Error("the line is cut")));
    loadAhead([{ path: "/", title, need: "session", load }]);
    expect(load).toHaveBeenCalledTimes(times);
  });
});
