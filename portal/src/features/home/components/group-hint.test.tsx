import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aHome, aNotice, aProduct } from "../../../testing/factories";
import { fakeNews, someNews } from "../../../testing/fake-news";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

/** Mocks a person's notice; `sent` has the hints that they dismissed. */
function notice(given: Parameters<typeof aNotice>[0]) {
  let now = aNotice(given);
  const sent: unknown[] = [];
  server.use(
    answers("get", "/api/security/home", () => success(aHome({ notice: now }))),
    answers("get", "/api/security/user/user-group/notify", () => success(now)),
    answers("post", "/api/security/user/user-group/click-monitor", ({ body }) => {
      sent.push(body);
      now = { ...now, clickStatus: 1 };
      return success({ clickStatus: 1 });
    }),
  );
  return sent;
}

const HINT = "Please enter Group Manager to select your group";

/** S-05, F-53, G-18, G-19, G-20, D-22 (a line above the applications, decision 0087). */
describe("the hint for newcomers", () => {
  it("leads to the groups in the contract's words, and can be hidden for the day", async () => {
    const sent = notice({ isFirstLogin: true });
    const { user } = renderPortal("/", routes);
    await screen.findByText(HINT);
    expect(screen.getByRole("link", { name: "Open groups" }).getAttribute("href")).toBe("/my-groups");
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Later" }));
    await waitFor(() => expect(screen.queryByText(HINT)).toBeNull());
    expect(sent).toEqual([{ clickStatus: 1 }]);
  });

  it.each([
    ["has a group or has asked for one", { isFirstLogin: false }],
    ["has seen it today", { isFirstLogin: true, clickStatus: 1 } as const],
  ])("is not shown to a person who %s", async (_case, given) => {
    notice(given);
    renderPortal("/", routes);
    await screen.findByRole("link", { name: "Find a group" });
    await screen.findByRole("link", { name: "Requests" });
    expect(screen.queryByText(HINT)).toBeNull();
  });
});

/** The three steps of a newcomer (S-05, G-19, G-20), which have the hint in them. */
describe("the welcome", () => {
  const first = { group: false, pinned: false, passkey: false };
  const openCard = aProduct({ id: 7, name: "Time Sheets" });
  type Steps = typeof first | null;

  /** Mocks the home of a newcomer; `sent` has what they press. */
  function newcomer(given: Steps = first) {
    const sent = notice({ isFirstLogin: true });
    let welcome = given;
    let chosen = { pins: [] as number[], hidden: [], version: 0 };
    server.use(
      answers("get", "/api/security/home", () =>
        success(aHome({ cards: [openCard], chosen, notice: aNotice({ isFirstLogin: true }), welcome })),
      ),
      answers("post", "/api/security/app/favourite", ({ body }) => {
        sent.push(body);
        chosen = { ...chosen, pins: [body.id], version: 1 };
        welcome = welcome && { ...welcome, pinned: true };
        return success(chosen);
      }),
      answers("post", "/api/security/app/leave-welcome", () => {
        sent.push("left");
        welcome = null;
        return success(null);
      }),
    );
    return sent;
  }
  const panel = () => screen.findByRole("region", { name: "First steps in Atrium" });

  beforeEach(() => vi.stubGlobal("PublicKeyCredential", vi.fn()));
  afterEach(() => vi.unstubAllGlobals());

  it("offers a group, favourites and a passkey, and says what is done", async () => {
    const sent = newcomer();
    const { user } = renderPortal("/", routes);
    const steps = within(await panel());
    expect(steps.getAllByRole("listitem")).toHaveLength(3);
    steps.getByText("0 of 3 done");
    steps.getByText(HINT);
    expect(steps.getByRole("link", { name: "Open groups" }).getAttribute("href")).toBe("/my-groups");
    expect(steps.getByRole("link", { name: "Add a passkey" }).getAttribute("href")).toBe(
      "/account/security#passkeys",
    );
    // It asks once, not also in a line of its own.
    expect(screen.getAllByText(HINT)).toHaveLength(1);
    await expectAccessible();
    await user.click(steps.getByRole("button", { name: "Time Sheets" }));
    await steps.findByText("1 of 3 done");
    expect(sent).toEqual([{ id: 7, on: true }]);
  });

  it("leaves out the passkey in a browser that has none", async () => {
    vi.unstubAllGlobals();
    newcomer();
    renderPortal("/", routes);
    expect(within(await panel()).getAllByRole("listitem")).toHaveLength(2);
  });

  it.each([
    ["Later", { clickStatus: 1 }],
    ["Hide for good", "left"],
  ])("goes by “%s”", async (button, expected) => {
    const sent = newcomer();
    const { user } = renderPortal("/", routes);
    await user.click(within(await panel()).getByRole("button", { name: button }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "First steps in Atrium" })).toBeNull());
    expect(sent).toEqual([expected]);
    // Nor does the hint come in their place.
    expect(screen.queryByText(HINT)).toBeNull();
  });
});

/** The latest announcement in the rail leads to the history. */
it("shows the latest announcement beside the applications", async () => {
  server.use(
    answers("get", "/api/security/home", () =>
      success(
        aHome({
          cards: [aProduct()],
          latest: {
            id: "n-1",
            title: "Office closed on Friday",
            launchTime: "2026-11-20 09:00",
            launchAt: Date.UTC(2026, 10, 20, 1),
          },
        }),
      ),
    ),
  );
  renderPortal("/", routes);
  const link = await screen.findByRole("link", { name: /Office closed on Friday/ });
  expect(link.textContent).toContain("20 Nov 2026");
  expect(link.getAttribute("href")).toBe("/?announcements=");
});

/** D-15, C-106, G-59. */
describe("the announcement that is due", () => {
  it("comes with home, before the hint, which waits until it is read", async () => {
    notice({ isFirstLogin: true });
    const { mocks, read } = fakeNews([]);
    const announcement = someNews({ id: "due-1" });
    server.use(
      ...mocks.map(handlerOf),
      answers("get", "/api/security/home", () =>
        success(
          aHome({
            notice: aNotice({ isFirstLogin: true }),
            announcement: read.length > 0 ? null : announcement,
          }),
        ),
      ),
    );
    const { user } = renderPortal("/", routes);
    const box = await screen.findByRole("dialog", { name: "News due-1" });
    expect(screen.queryByText(HINT)).toBeNull();
    // It never blocks the keyboard.
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("combobox", { name: "Search" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("combobox", { name: "Search" })).toBeNull());
    await user.click(within(box).getByRole("button", { name: "Got it" }));
    await screen.findByText(HINT);
    await waitFor(() => expect(read).toEqual(["due-1"]));
  });
});

/** G-17, S-04. */
describe("the badge in the header", () => {
  it("counts waiting requests, and leads to them", async () => {
    notice({ notify: 120 });
    renderPortal("/", routes);
    const link = await screen.findByRole("link", { name: "Requests: 120 wait for you" });
    expect(link.textContent).toContain("99+");
    expect(link.getAttribute("href")).toBe("/requests");
  });
});
