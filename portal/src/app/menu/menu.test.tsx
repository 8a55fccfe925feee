import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { IdCard, Inbox, ScrollText } from "lucide-react";
import { describe, expect, it, vi } from "vitest";
import type { Need } from "../../access/need";
import { UNAUTHORISED, type RouteEntry } from "../../access/route-entry";
import type { Section } from "../../access/sections";
import { chooseLanguage } from "../../i18n/i18n";
import { aConfig, aUser } from "../../testing/factories";
import { expectAccessible, renderPortal } from "../../testing/render";
import { answers, ORIGIN, server, success } from "../../testing/server";
import { routeTable } from "../routes";

const IRIS = "account_maintain.AccountManagement.IRISMappingList.view";

function page(path: string, name: string, need: Need, section: Section, icon = IdCard): RouteEntry {
  return {
    path,
    title: { "en-us": name, "zh-cn": `${name} 页` },
    need,
    nav: { section, icon },
    load: () => Promise.resolve({ default: () => <h1>{name}</h1> }),
  };
}

/** Deliberately not in the order of S-15, which the menu must show. */
const table: RouteEntry[] = [
  page("/feedback-center/survey-list", "Survey List", { code: IRIS }, "feedback", Inbox),
  page("/auth-management/IRIS-list", "IRIS Mapping List", { code: IRIS }, "accounts"),
  page("/auth-management/open", "Open to all", "session", "accounts", ScrollText),
  page("/auth-management/root", "For super administrators", { role: "superAdmin" }, "accounts"),
  {
    path: "/",
    title: { "en-us": "Home", "zh-cn": "首页" },
    need: "session",
    load: () => Promise.resolve({ default: () => <h1>Here</h1> }),
  },
  ...routeTable.first.filter(({ path }) => path === UNAUTHORISED),
];

function broken(): never {
  throw new Error("planted");
}

/** The pages that are offered, with nothing on them, for a person who may open each. */
async function realPages(): Promise<RouteEntry[]> {
  const pages = (await routeTable.more()).map((page) => ({
    ...page,
    load: () => Promise.resolve({ default: () => <h1>{page.title["en-us"]}</h1> }),
  }));
  const needs = pages.flatMap(({ need }) => (typeof need === "object" && "code" in need ? [need.code] : []));
  signedIn({ accessList: needs });
  return pages;
}

function signedIn(given: Parameters<typeof aUser>[0]) {
  server.use(answers("post", "/api/security/user/info", () => success(aUser(given))));
}

async function menuAt(address: string) {
  const view = renderPortal(address, table);
  const menu = await screen.findByRole("navigation", { name: "Administration" });
  return {
    ...view,
    menu,
    names: () =>
      within(menu)
        .getAllByRole("link")
        .map(({ textContent }) => textContent),
  };
}

/** S-15. */
describe("the side menu", () => {
  it.each([
    ["a code", { accessList: [IRIS] }, ["IRIS Mapping List", "Open to all", "Survey List"]],
    ["a role", { roles: ["superAdmin" as const] }, ["Open to all", "For super administrators"]],
    ["neither: an empty code is always visible (P-14)", {}, ["Open to all"]],
  ])("shows the pages for a person with %s", async (_what, given, visible) => {
    signedIn(given);
    const { names } = await menuAt("/auth-management/open");
    expect(names()).toEqual(visible);
  });

  /** The lists of organisations are tabs of one entry. */
  it("has one entry for pages that are tabs, and marks it on each; without the first tab, each of them is an entry", async () => {
    const [first, ...rest] = ["one", "two", "three"].map((name) =>
      page(`/auth-management/${name}`, name, name === "one" ? { code: IRIS } : "session", "accounts"),
    );
    const tabs = [
      { ...first!, nav: { ...first!.nav!, title: { "en-us": "All of them", "zh-cn": "全部" } } },
      ...rest.map((tab) => ({ ...tab, nav: { ...tab.nav!, under: first!.path } })),
    ];
    signedIn({ accessList: [IRIS] });
    const view = renderPortal("/auth-management/two", tabs);
    const entry = await screen.findByRole("link", { name: "All of them" });
    expect([entry.getAttribute("aria-current"), screen.queryByRole("link", { name: "three" })]).toEqual([
      "page",
      null,
    ]);
    view.unmount();
    signedIn({ projectIds: [1] });
    renderPortal("/auth-management/two", tabs);
    await screen.findByRole("link", { name: "three" });
    expect(screen.queryByRole("link", { name: "All of them" })).toBeNull();
  });

  it("has sections, omits empty ones, and marks the current page", async () => {
    signedIn({ accessList: [IRIS] });
    const { menu, router, user } = await menuAt("/feedback-center/survey-list");
    expect(
      within(menu)
        .getAllByRole("region")
        .map((section) => section.firstChild?.textContent),
    ).toEqual(["Account management", "Feedback center"]);
    const marked = () => menu.querySelector("[aria-current=page]")?.textContent;
    expect(marked()).toBe("Survey List");
    await user.click(within(menu).getByRole("link", { name: "IRIS Mapping List" }));
    await screen.findByRole("heading", { name: "IRIS Mapping List" });
    expect([marked(), router.state.location.pathname]).toEqual([
      "IRIS Mapping List",
      "/auth-management/IRIS-list",
    ]);
    await waitFor(() => expect(document.title).toBe("Atrium - IRIS Mapping List"));
    await expectAccessible();
    await chooseLanguage("zh-cn");
    await screen.findByText("账号管理");
    await waitFor(() => expect(document.title).toBe("Atrium - IRIS Mapping List 页"));
  });

  it("folds to icons with names, and remembers it", async () => {
    signedIn({ accessList: [IRIS] });
    const { menu, user, unmount } = await menuAt("/auth-management/open");
    const fold = within(menu).getByRole("button", { name: "Collapse menu" });
    fold.focus();
    await user.keyboard("{Enter}");
    const entry = within(menu).getByRole("link", { name: "IRIS Mapping List" });
    expect([entry.textContent, entry.title]).toEqual(["", "IRIS Mapping List"]);
    await expectAccessible();
    unmount();
    const again = await menuAt("/auth-management/open");
    within(again.menu).getByRole("button", { name: "Expand menu" });
  });

  it("opens in a drawer on a narrow screen, and closes when a page is chosen", async () => {
    signedIn({ accessList: [IRIS] });
    const { router, user } = await menuAt("/auth-management/open");
    await user.click(screen.getByRole("button", { name: "Menu" }));
    const drawer = await screen.findByRole("dialog", { name: "Administration" });
    await user.click(within(drawer).getByRole("link", { name: "Survey List" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(router.state.location.pathname).toBe("/feedback-center/survey-list");
  });

  it("is missing on pages for members", async () => {
    signedIn({ accessList: [IRIS] });
    renderPortal("/", table);
    await screen.findByText("Here");
    expect(screen.queryByRole("navigation", { name: "Administration" })).toBeNull();
  });

  it.each([
    ["cannot be drawn", () => Promise.resolve({ default: broken })],
    ["cannot be fetched", () => Promise.reject(new Error("gone"))],
  ])("stays when its page %s", async (_what, load) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    // The page has already reloaded itself for this build.
    sessionStorage.setItem("atrium.reloaded-for", "");
    signedIn({ accessList: [IRIS] });
    server.use(http.get(`${ORIGIN}/config.json`, () => HttpResponse.json(aConfig())));
    renderPortal(table[1]!.path, [{ ...table[1]!, load }, ...table.slice(2)]);
    await screen.findByRole("heading", { name: /Something went wrong|There is a newer version/ });
    await screen.findByRole("navigation", { name: "Administration" });
  });
});

/** T-06, F-29, R-18. */
describe("the address of a section", () => {
  it.each([
    ["/auth-management", { accessList: [IRIS] }, "/auth-management/IRIS-list"],
    ["/Feedback-Center", { accessList: [IRIS] }, "/feedback-center/survey-list"],
    ["/operation-access", { accessList: [IRIS] }, "/auth-management/IRIS-list"],
    ["/feedback-center", { roles: ["superAdmin" as const] }, "/auth-management/open"],
  ])("%s opens the first visible entry", async (address, given, target) => {
    signedIn(given);
    const { router } = renderPortal(address, table);
    await screen.findByRole("navigation", { name: "Administration" });
    expect(router.state.location.pathname).toBe(target);
  });

  /** the pages that are offered, in their real order. */
  it.each([
    ["/auth-management", "/auth-management/account-list"],
    ["/operation-access", "/operation-access/product-list"],
    ["/feedback-center", "/feedback-center/survey-list"],
  ])("%s opens %s for a person who may open everything", async (address, target) => {
    const { router } = renderPortal(address, await realPages());
    await screen.findByRole("navigation", { name: "Administration" });
    expect(router.state.location.pathname).toBe(target);
  });

  /** S-24, S-25: the titles of the specification, surveys before feedback. */
  it("/feedback-center opens the list of surveys, and the list of feedback follows", async () => {
    const { user, router } = renderPortal("/feedback-center", await realPages());
    const menu = await screen.findByRole("navigation", { name: "Administration" });
    expect(router.state.location.pathname).toBe("/feedback-center/survey-list");
    const names = () => {
      const section = within(menu).getByRole("region", { name: /^(Feedback center|反馈中心)/ });
      return within(section)
        .getAllByRole("link")
        .map(({ textContent }) => textContent);
    };
    expect(names()).toEqual(["Survey List", "Feedback List"]);
    await waitFor(() => expect(document.title).toBe("Atrium - Survey List"));
    await user.click(within(menu).getByRole("link", { name: "Feedback List" }));
    await waitFor(() => expect(document.title).toBe("Atrium - Feedback List"));
    expect(router.state.location.pathname).toBe("/feedback-center/feedback-list");
    await chooseLanguage("zh-cn");
    await waitFor(() => expect(document.title).toBe("Atrium - 反馈列表"));
    expect(names()).toEqual(["问卷列表", "反馈列表"]);
  });

  it("ends on /401 for a person without visible entries", async () => {
    signedIn({});
    const { router } = renderPortal(
      "/auth-management",
      table.filter(({ need }) => need !== "session"),
    );
    await screen.findByText("You can’t open this page");
    expect(router.state.location.pathname).toBe("/401");
  });
});

/** F-20: only administrators get the link. */
/** The menu opens the entry that is highlighted; the highlight comes with the render after the press. */
async function press(user: UserEvent, entry: HTMLElement) {
  await user.pointer({ keys: "[MouseLeft>]", target: entry });
  await waitFor(() => expect(entry.hasAttribute("data-highlighted")).toBe(true));
  await user.pointer("[/MouseLeft]");
}

describe("the header", () => {
  /** F-20. */
  it.each([
    [{ accessList: [IRIS] }, true],
    [{ roles: ["superAdmin" as const] }, true],
    [{}, false],
  ])("leads a person with %j to the administration: %s", async (given, there) => {
    signedIn(given);
    const { user, router } = renderPortal("/", table);
    await screen.findByRole("button", { name: "Account of Dan Member" });
    const entry = screen.queryByRole("link", { name: "Administration" });
    expect(entry !== null).toBe(there);
    if (!entry) return;
    await user.click(entry);
    await screen.findByRole("navigation", { name: "Administration" });
    expect(router.state.location.pathname.startsWith("/auth-management/")).toBe(true);
    expect(entry.getAttribute("aria-current")).toBe("true");
    await waitFor(() => expect(document.activeElement?.id).toBe("main"));
  });
});

describe("the menu of the person", () => {
  /** S-11, P-04, G-16: administrators with the flag of their account, and super administrators. */
  it.each([
    [{ roles: ["admin" as const], userManager: true }, true],
    [{ roles: ["superAdmin" as const] }, true],
    [{ roles: ["admin" as const] }, false],
    [{ userManager: true }, false],
  ])("leads a person with %j to the accounts: %s", async (given, there) => {
    signedIn(given);
    const accounts = page("/auth-management/account-list", "Accounts", "session", "accounts");
    const { user, router } = renderPortal("/", [...table, accounts]);
    await user.click(await screen.findByRole("button", { name: "Account of Dan Member" }));
    await screen.findByRole("menuitem", { name: "Sign out" });
    const entry = screen.queryByRole("menuitem", { name: "Accounts" });
    expect(entry !== null).toBe(there);
    if (!entry) return;
    await press(user, entry);
    await screen.findByRole("navigation", { name: "Administration" });
    expect(router.state.location.pathname).toBe("/auth-management/account-list");
    await waitFor(() => expect(document.activeElement?.id).toBe("main"));
  });
});
