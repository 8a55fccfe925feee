import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RouteEntry } from "../../access/route-entry";
import { signOut } from "../../access/sign-out";
import { ApiFailure } from "../../api/failure";
import { aConfig } from "../../testing/factories";
import {
  aSession,
  expectAccessible,
  itemsOfOpenMenu,
  renderPortal,
  someServices,
} from "../../testing/render";
import { answers, nobody, refusal, server, success } from "../../testing/server";

const plain: RouteEntry[] = [
  {
    path: "/",
    title: { "en-us": "Home", "zh-cn": "首页" },
    need: "session",
    load: () => Promise.resolve({ default: () => <h1>Here</h1> }),
  },
];

const open: RouteEntry[] = [
  { ...plain[0]!, path: "/401", title: { "en-us": "Unauthorised", "zh-cn": "无权访问" }, need: "public" },
];

function failing(error: unknown): RouteEntry[] {
  const page = () => {
    throw error;
  };
  return [{ ...plain[0]!, load: () => Promise.resolve({ default: page }) }];
}

afterEach(() => vi.unstubAllGlobals());

describe("the language toggle", () => {
  /** S-01, T-47, G-11: the button shows the other language. F-58: the language changes only after the server has stored it. */
  it("shows 中 in English, and changes when the server has accepted", async () => {
    const asked: unknown[] = [];
    server.use(
      answers("post", "/api/security/user/set-lang", ({ body }) => {
        asked.push(body);
        return success({ lang: "zh-cn" });
      }),
    );
    const { user } = renderPortal("/", plain);
    await screen.findByRole("button", { name: "Account of Dan Member" });
    await user.click(screen.getByText("中"));
    await screen.findByText("En");
    expect(asked).toEqual([{ appName: "SSO", lang: "zh-cn" }]);
    expect(document.documentElement.lang).toBe("zh-CN");
  });

  /** F-58: without an account there is no call. */
  it("changes at once when nobody is signed in", async () => {
    const asked = vi.fn();
    server.use(
      answers("post", "/api/security/user/set-lang", () => {
        asked();
        return success({ lang: "zh-cn" });
      }),
    );
    const session = aSession({ signedIn: false, restore: () => Promise.resolve(false) });
    const { user } = renderPortal("/401", open, { session });
    await user.click(await screen.findByText("中"));
    await screen.findByText("En");
    expect(document.documentElement.lang).toBe("zh-CN");
    expect(asked).not.toHaveBeenCalled();
  });

  it("stays when the server refuses", async () => {
    server.use(answers("post", "/api/security/user/set-lang", () => refusal(999999, "no")));
    const { user } = renderPortal("/", plain);
    await user.click(await screen.findByText("中"));
    await waitFor(() => expect(screen.getByText("中").getAttribute("aria-busy")).toBe("false"));
    expect(document.documentElement.lang).toBe("en");
  });
});

describe("signing out", () => {
  /** T-10, F-09: signing out ends on a page that says so. */
  it.each([
    ["the server agrees", () => success(null)],
    ["the server fails", () => refusal(999999, "no")],
    ["nobody answers", () => nobody],
  ])("clears this browser and goes to the signed-out page when %s", async (_case, answer) => {
    server.use(answers("post", "/api/security/logout", answer));
    const services = someServices();
    services.queries.setQueryData(["user"], "someone");
    const leave = vi.fn();
    await signOut(services, leave);
    expect(services.session.end).toHaveBeenCalledOnce();
    expect(services.queries.getQueryData(["user"])).toBeUndefined();
    expect(leave).toHaveBeenCalledWith("/logout?lang=en-us");
  });

  /** D-21. */
  it("is in the person's menu, which opens by keyboard", async () => {
    const { user } = renderPortal("/", plain);
    const button = await screen.findByRole("button", { name: "Account of Dan Member" });
    button.focus();
    await user.keyboard("{Enter}");
    const items = await itemsOfOpenMenu();
    expect(items.map(({ textContent }) => textContent)).toEqual([
      "My account",
      "Change password",
      "Group information",
      "User feedback",
      "Sign out",
    ]);
    await expectAccessible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  });

  /** D-14, T-50. */
  it("has the entry that opens the form for feedback", async () => {
    const { user, router } = renderPortal("/", plain);
    const button = await screen.findByRole("button", { name: "Account of Dan Member" });
    button.focus();
    await user.keyboard("{Enter}");
    await itemsOfOpenMenu();
    await user.keyboard("{End}{ArrowUp}{Enter}");
    await screen.findByRole("dialog", { name: "Your feedback" });
    expect(router.state.location.search).toBe("?feedback=");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(router.state.location.search).toBe("");
  });
});

describe("help", () => {
  const config = aConfig({ handbookUrl: "https://help.example/handbook.pdf" });
  const shortcuts = { name: "Keyboard shortcuts" };

  /** S-04, G-24, T-36, F-72; the handbook may be on a foreign host, so its tab must not learn about this one. */
  it("opens the handbook of this installation in a new tab", async () => {
    const open = vi.fn();
    vi.stubGlobal("open", open);
    const { user } = renderPortal("/", plain, { config });
    await user.click(await screen.findByRole("button", { name: "Help" }));
    const [handbook] = await itemsOfOpenMenu();
    await user.click(handbook!);
    await waitFor(() =>
      expect(open).toHaveBeenCalledWith(config.handbookUrl, "_blank", "noopener,noreferrer"),
    );
  });

  it("has a link to the handbook for a person who is not signed in", async () => {
    const session = aSession({ signedIn: false, restore: () => Promise.resolve(false) });
    renderPortal("/401", open, { config, session });
    const link = await screen.findByRole("link", { name: "Help (opens in a new tab)" });
    expect(link.getAttribute("href")).toBe(config.handbookUrl);
    expect([link.getAttribute("target"), link.getAttribute("rel")]).toEqual([
      "_blank",
      "noopener noreferrer",
    ]);
  });

  it("lists the keys, without a handbook nothing else", async () => {
    const { user } = renderPortal("/", plain);
    await user.click(await screen.findByRole("button", { name: "Help" }));
    const items = await itemsOfOpenMenu();
    expect(items.map(({ textContent }) => textContent)).toEqual([shortcuts.name]);
    await user.click(items[0]!);
    await screen.findByRole("dialog", shortcuts);
    await expectAccessible();
  });

  it("lists the keys by the question mark, outside of text fields", async () => {
    const typing = [
      { ...plain[0]!, load: () => Promise.resolve({ default: () => <input aria-label="Note" /> }) },
    ];
    const { user } = renderPortal("/", typing);
    await user.type(await screen.findByRole("textbox", { name: "Note" }), "why?");
    expect(screen.queryByRole("dialog", shortcuts)).toBeNull();
    (document.activeElement as HTMLElement).blur();
    await user.keyboard("?");
    await screen.findByRole("dialog", shortcuts);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog", shortcuts)).toBeNull());
  });
});

describe("the footer", () => {
  /** S-13, G-26. */
  it("shows the current year and the filing numbers", async () => {
    const config = aConfig({ filings: [{ text: "ICP 1", url: "https://beian.example/" }] });
    renderPortal("/", plain, { config });
    await screen.findByText(`© ${new Date().getFullYear()} Atrium`);
    expect(screen.getByRole("link", { name: "ICP 1" }).getAttribute("rel")).toBe("noopener noreferrer");
  });
});

describe("when something fails", () => {
  it("shows the request id and tries again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let broken = true;
    const page = () => {
      if (broken) throw new ApiFailure("refused", "", { status: 999999, requestId: "req-42" });
      return <h1>Here</h1>;
    };
    const { user } = renderPortal("/", [{ ...plain[0]!, load: () => Promise.resolve({ default: page }) }]);
    await screen.findByText("Something went wrong");
    expect(screen.getByText("req-42")).toBeTruthy();
    await expectAccessible();
    broken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Here");
  });

  it("offers the new version when code is missing", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { ChunkLoadError } = await import("../../ui/lazy/chunk-load-error");
    renderPortal("/", failing(new ChunkLoadError(new Error("gone"))));
    await screen.findByText("There is a newer version");
    expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
  });

  it("says that the connection is lost, until it is back", async () => {
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    renderPortal("/", plain);
    await screen.findByText("You are offline. What you see may be out of date.");
    online.mockReturnValue(true);
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull());
  });
});

describe("an address with a token", () => {
  /** T-01, F-01. */
  it("loses it on every navigation", async () => {
    const { router } = renderPortal("/?token=planted&q=1", plain);
    await screen.findByText("Here");
    expect(router.state.location.search).toBe("?q=1");
  });
});

describe("the callback", () => {
  it("continues to the page that the person asked for", async () => {
    const session = aSession({ finish: () => Promise.resolve("/?from=mail") });
    const { router } = renderPortal("/callback?code=c&state=s", plain, { session });
    await screen.findByText("Here");
    expect(router.state.location.search).toBe("?from=mail");
  });

  it("goes home when it is old and the session is valid", async () => {
    const { UnknownCallback } = await import("../../api/session/failures");
    const session = aSession({ finish: () => Promise.reject(new UnknownCallback()) });
    renderPortal("/callback?code=c&state=s", plain, { session });
    await screen.findByText("Here");
  });

  it("explains a sign-in that failed", async () => {
    const { UnknownCallback } = await import("../../api/session/failures");
    const session = aSession({
      finish: () => Promise.reject(new UnknownCallback()),
      restore: () => Promise.resolve(false),
      signedIn: false,
    });
    renderPortal("/callback?code=c&state=s", plain, { session });
    await screen.findByText("You aren’t signed in");
    expect(screen.getByRole("button", { name: "Sign in again" })).toBeTruthy();
  });
});

/** Also where the page before was scrolled; the way back is the browser's. */
it("begins a new page at its top, with the focus on it", async () => {
  const scrolled = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  const other = { ...plain[0]!, path: "/other" };
  const { router } = renderPortal("/", [...plain, other]);
  await screen.findByRole("heading", { name: "Here" });
  await router.navigate("/other");
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith(0, 0));
  expect(document.activeElement).toBe(screen.getByRole("main"));
  scrolled.mockClear();
  await router.navigate(-1);
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  expect(scrolled).not.toHaveBeenCalled();
  scrolled.mockRestore();
});
