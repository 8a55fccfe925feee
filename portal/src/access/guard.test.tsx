import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { finishSignIn } from "../app/callback";
import { routeTable } from "../app/routes";
import { aUser } from "../testing/factories";
import { aSession, renderPortal, someServices } from "../testing/render";
import { answers, server, success } from "../testing/server";
import { Can } from "./can";
import type { AccessCode } from "./codes";
import { guard } from "./guard";
import { refusedPage } from "./refused-page";
import type { RouteEntry } from "./route-entry";
import { SECTIONS } from "./sections";

const CODE = "account_maintain.AccountManagement.IRISMappingList.view";

function page(path: string, need: RouteEntry["need"], text: string): RouteEntry {
  return {
    path,
    need,
    title: { "en-us": text, "zh-cn": text },
    load: () => Promise.resolve({ default: () => <h1>{text}</h1> }),
  };
}

const table: RouteEntry[] = [
  page("/member", "session", "For members"),
  page("/coded", { code: CODE }, "For holders"),
  ...routeTable.first.filter(({ need }) => need === "public"),
];

const codeOf = ({ need }: RouteEntry) => (typeof need === "object" && "code" in need ? need.code : undefined);

describe("the guard", () => {
  /** T-04, R-24, S-29, X-26. */
  it("ends on /401 without the code", async () => {
    const { router } = renderPortal("/coded?page=2&token=t-1", table);
    await screen.findByText("You can’t open this page");
    expect(router.state.location.pathname).toBe("/401");
    await waitFor(() => expect(document.title).toBe("Atrium - Unauthorised"));
    expect(screen.getByRole("link", { name: "Go to home" }).getAttribute("href")).toBe("/");
    // Once somebody has given the right, the page leads back.
    const again = screen.getByRole("link", { name: "Try again" });
    expect(again.getAttribute("href")).toBe(`${location.origin}/coded?page=2`);
  });

  it("remembers no page that somebody has left, and none beyond a sign-in", async () => {
    const services = someServices();
    const enter = (init: RequestInit) => {
      const request = new Request(`${location.origin}/coded`, init);
      return guard(services, { code: CODE })({ request, params: {}, context: {} } as never);
    };
    await expect(enter({ signal: AbortSignal.abort() })).rejects.toBeInstanceOf(Response);
    expect(refusedPage()).toBeUndefined();
    await expect(enter({})).rejects.toBeInstanceOf(Response);
    expect(refusedPage()).toBe("/coded");
    await finishSignIn(services, Promise.resolve("/"))({ request: new Request(location.origin) } as never);
    expect(refusedPage()).toBeUndefined();
  });

  it("lets the holder of the code in", async () => {
    server.use(answers("post", "/api/security/user/info", () => success(aUser({ accessList: [CODE] }))));
    renderPortal("/coded", table);
    await screen.findByText("For holders");
  });

  /** Pages about products are open to their administrators. */
  it("lets administrators of a product see its pages, and no others", async () => {
    server.use(answers("post", "/api/security/user/info", () => success(aUser({ projectIds: [7] }))));
    const ofProducts = page("/things", { code: CODE, ofProducts: true }, "Things of products");
    const { router } = renderPortal("/things", [...table, ofProducts]);
    await screen.findByText("Things of products");
    await router.navigate("/coded");
    await screen.findByText("You can’t open this page");
  });

  /** F-10: one redirect, with the way back. */
  it("sends a visitor without a session to the sign-in and back to the deep link", async () => {
    const session = aSession({ restore: () => Promise.resolve(false), signedIn: false });
    renderPortal("/member?tab=2", table, { session });
    await waitFor(() => expect(session.begin).toHaveBeenCalledWith("/member?tab=2"));
    expect(screen.queryByText("For members")).toBeNull();
  });

  /**
   * G-05, P-12, R-15: /401 and unknown paths are open, so nothing loops. The addresses of applying for an account, which the
   * server answers, and of the phone's sign-in, which has no page, are open too.
   */
  it.each(["/401", "/no/such/page", "/account-user", "/account-user/apply", "/login-mp-weixin", "/mph5"])(
    "leaves %s open to anyone",
    async (path) => {
      const session = aSession({ restore: () => Promise.resolve(false), signedIn: false });
      renderPortal(path, table, { session });
      await screen.findByRole("link", { name: "Sign in" });
      expect(session.begin).not.toHaveBeenCalled();
      expect(screen.queryByRole("search")).toBeNull();
    },
  );

  it("shows the children of Can only to the holder", async () => {
    server.use(answers("post", "/api/security/user/info", () => success(aUser({ accessList: [CODE] }))));
    const withCan: RouteEntry = {
      ...page("/can", "session", ""),
      load: () =>
        Promise.resolve({
          default: () => (
            <>
              <Can code={CODE}>held</Can>
              <Can code="account_maintain.AccountManagement.AuditLog.view">not held</Can>
            </>
          ),
        }),
    };
    renderPortal("/can", [withCan]);
    await screen.findByText("held");
    expect(screen.queryByText("not held")).toBeNull();
  });
});

/** P-07: the server generates the type, so `tsc` refuses an unknown code. */
describe("an access code", () => {
  it("is one of the server's", () => {
    const known: AccessCode = "account_maintain.AccountManagement.AccountList.view";
    // @ts-expect-error: "veiw" is mistyped
    const mistyped: AccessCode = "account_maintain.AccountManagement.AccountList.veiw";
    expect(known).not.toBe(mistyped);
  });
});

/** T-02, G-01, G-02: router, guard, title and menu use one table. */
describe("the route table", () => {
  const whole = async () => [...routeTable.first, ...(await routeTable.more())];

  it("has a title in both languages and an access rule for each page", async () => {
    for (const { path, need, title } of await whole()) {
      expect([path, Object.values(title).every((words) => words.trim() !== "")]).toEqual([path, true]);
      expect(typeof need === "string" || "role" in need || need.code.split(".").length >= 3).toBe(true);
    }
  });

  it("names no path twice and no path of the server", async () => {
    const paths = (await whole()).map(({ path }) => path.toLowerCase());
    expect(new Set(paths).size).toBe(paths.length);
    for (const taken of [
      "/login",
      "/logout",
      "/consent",
      "/device",
      "/forgot-password",
      "/reset-password",
      "/callback",
      ...Object.values(SECTIONS),
    ]) {
      expect(paths).not.toContain(taken);
    }
  });

  /** Addresses of sections go to the sign-in before their pages are loaded (`isInSection`). */
  it("has each page of the menu under the address of its section", async () => {
    for (const { path, nav } of await whole()) {
      if (nav) expect([path, path.startsWith(`${SECTIONS[nav.section]}/`)]).toEqual([path, true]);
    }
  });

  /** F-28: the requests of people and the rights of products are two pages. */
  it("has two pages that are called access-list, each with a title and an access code of its own", async () => {
    const both = (await whole()).filter(({ path }) => path.endsWith("/access-list"));
    expect(both.map(({ path }) => path).sort()).toEqual([
      "/auth-management/access-list",
      "/operation-access/access-list",
    ]);
    for (const own of [({ title }: RouteEntry) => title["en-us"], codeOf]) {
      expect(new Set(both.map(own)).size).toBe(2);
    }
  });

  /** G-06, P-08, K-44. */
  it("has one access code of the pattern for each page of the menu", async () => {
    const entries = (await whole()).filter(({ nav }) => nav !== undefined);
    // Providers are the super administrators' alone, so no code opens them.
    const coded = entries.filter(({ path }) => path !== "/operation-access/provider-list");
    expect(coded).toHaveLength(entries.length - 1);
    for (const entry of coded) {
      expect([entry.path, codeOf(entry)]).toEqual([
        entry.path,
        expect.stringMatching(/^[a-z_]+(\.[A-Za-z]+){2}\.[a-z]+$/),
      ]);
    }
    expect(codeOf(entries.find(({ path }) => path === "/auth-management/IRIS-list")!)).toBe(CODE);
  });

  /**
   * Applying for an account (R-16, F-26) is a page of the server. No page of it is in the table, so neither the menu nor an
   * address leads there.
   */
  it("has no page of what is not offered", async () => {
    const paths = (await whole()).map(({ path }) => path.toLowerCase());
    expect(paths.filter((path) => path.startsWith("/account-user/apply"))).toEqual([]);
  });

  it("loads every page it names", async () => {
    for (const { load } of await whole()) expect(typeof (await load()).default).toBe("function");
  });
});
