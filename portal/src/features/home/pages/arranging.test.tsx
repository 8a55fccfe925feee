import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { keepHome, keptHome } from "../../../access/kept-home";
import { aHome, aProduct } from "../../../testing/factories";
import { aRequest } from "../../../testing/fake-requests";
import { aSession, expectAccessible, renderPortal } from "../../../testing/render";
import { answers, refusal, server, success } from "../../../testing/server";
import { withLastRequests } from "../card-counts";
import { routes } from "../routes";

const cards = [
  aProduct({ id: 1, name: "Time Sheets" }),
  aProduct({ id: 2, name: "Planner" }),
  aProduct({ id: 3, name: "Travel" }),
  aProduct({ id: 4, name: "Expenses", state: "request", reason: "noGroup", hasAccess: false, link: "" }),
];

/** A home whose choices the mocks change; `sent` has the changes. */
function mockHome(chosen = { pins: [2, 3], hidden: [] as number[], version: 2 }) {
  let now = chosen;
  const sent: unknown[] = [];
  const saved = (next: typeof chosen) => success((now = next));
  server.use(
    answers("get", "/api/security/home", () =>
      success(aHome({ cards, chosen: now, recent: [1], team: [3, 4] })),
    ),
    answers("post", "/api/security/app/favourite", ({ body }) => {
      sent.push(body);
      const rest = now.pins.filter((id) => id !== body.id);
      return saved({ ...now, pins: body.on ? [...rest, body.id] : rest, version: now.version + 1 });
    }),
    answers("post", "/api/security/app/hide", ({ body }) => {
      sent.push(body);
      const rest = now.hidden.filter((id) => id !== body.id);
      return saved({ ...now, hidden: body.on ? [...rest, body.id] : rest });
    }),
    answers("post", "/api/security/app/order", ({ body }) => {
      sent.push(body);
      if (body.version !== now.version) return success({ saved: false, ...now });
      now = { ...now, pins: body.ids, version: now.version + 1 };
      return success({ saved: true, ...now });
    }),
  );
  return sent;
}

const strip = () => screen.findByRole("region", { name: "Pinned and recent" });
const tiles = async () =>
  within(await strip())
    .getAllByRole("group")
    .map((tile) => within(tile).getAllByRole("button")[0]!.title);

async function choose(user: ReturnType<typeof renderPortal>["user"], name: string, action: string) {
  const [button] = await screen.findAllByRole("button", { name: `More about ${name}` });
  await user.click(button!);
  await user.click(await screen.findByRole("menuitem", { name: action }));
}

let sent: unknown[];
beforeEach(() => {
  sent = mockHome();
});

/** The menu loads with the first press, and then opens as every menu does. */
it("a key opens the menu of a card with its first action marked", async () => {
  const { user } = renderPortal("/", routes);
  const card = await screen.findByRole("link", { name: /^Time Sheets/ });
  const item = card.closest("li")!;
  within(item).getByRole("button", { name: "More about Time Sheets" }).focus();
  await user.keyboard("{Enter}");
  const first = await screen.findByRole("menuitem", { name: "About this application" });
  await waitFor(() => expect(first.hasAttribute("data-highlighted")).toBe(true));
});

/** S-08, G-33, K-34. */
describe("the strip of favourites", () => {
  it("has the pins, then what was opened last, then the agency's, each once", async () => {
    renderPortal("/", routes);
    expect(await tiles()).toEqual(["Planner", "Travel", "Time Sheets", "Expenses"]);
    // One page has no indicators.
    expect(within(await strip()).queryByRole("button", { name: /^Page/ })).toBeNull();
    await expectAccessible();
  });

  it("has indicators only with several pages", async () => {
    const many = Array.from({ length: 9 }, (_, index) =>
      aProduct({ id: index + 1, name: `App ${index + 1}` }),
    );
    const pins = many.map(({ id }) => id);
    server.use(
      answers("get", "/api/security/home", () =>
        success(aHome({ cards: many, chosen: { pins, hidden: [], version: 1 } })),
      ),
    );
    renderPortal("/", routes);
    await within(await strip()).findByRole("button", { name: "Page 2 of 2" });
  });

  it("moves a pinned application by its menu and by keys, and says where it is", async () => {
    const { user } = renderPortal("/", routes);
    await strip();
    await choose(user, "Planner", "Move later");
    await screen.findByText("Planner is at place 2 of 2.");
    expect(sent).toEqual([{ ids: [3, 2], version: 2 }]);
    expect((await tiles()).slice(0, 2)).toEqual(["Travel", "Planner"]);
    within(await strip())
      .getByRole("button", { name: /^Planner, pinned/ })
      .focus();
    await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
    await waitFor(() => expect(sent.at(-1)).toEqual({ ids: [2, 3], version: 3 }));
  });

  it("keeps the order of another tab, and says so", async () => {
    const { user } = renderPortal("/", routes);
    await strip();
    server.use(
      answers("post", "/api/security/app/order", () =>
        success({ saved: false, pins: [3, 1, 2], hidden: [], version: 7 }),
      ),
    );
    await choose(user, "Planner", "Move later");
    await screen.findByText("Another tab changed the order. You see the newest one.");
  });
});

describe("arranging the lists", () => {
  it("pins from the card, and shows the pinned ones first", async () => {
    const { user } = renderPortal("/", routes);
    const links = () =>
      screen.getAllByRole("link", { name: /opens in a new tab/ }).map((one) => one.textContent);
    await screen.findByRole("link", { name: /^Time Sheets/ });
    expect(links()[0]).toContain("Planner");
    // The strip above, which has it too, may not be there yet.
    const buttons = await screen.findAllByRole("button", { name: "More about Time Sheets" });
    await user.click(buttons.at(-1)!);
    await user.click(await screen.findByRole("menuitem", { name: "Pin" }));
    await screen.findByText("Time Sheets is pinned.");
    expect(sent).toEqual([{ id: 1, on: true }]);
  });

  it("hides an application, and shows it again from the list of what is hidden", async () => {
    const { user } = renderPortal("/", routes);
    await screen.findByRole("link", { name: /^Time Sheets/ });
    await choose(user, "Time Sheets", "Hide on home");
    await waitFor(() => expect(screen.queryByRole("link", { name: /^Time Sheets/ })).toBeNull());
    await user.click(await screen.findByRole("button", { name: "1 hidden application" }));
    await user.click(screen.getByRole("button", { name: "Show Time Sheets again" }));
    await screen.findByRole("link", { name: /^Time Sheets/ });
    expect(sent).toEqual([
      { id: 1, on: true },
      { id: 1, on: false },
    ]);
  });

  it("remembers rows instead of cards, which say who is responsible", async () => {
    const { user } = renderPortal("/", routes);
    const rows = await screen.findByRole("button", { name: "Rows" });
    expect(screen.queryByText("Responsible: Chloe")).toBeNull();
    await user.click(rows);
    await screen.findAllByText("Responsible: Chloe");
    expect(screen.getByRole("button", { name: "Rows" }).getAttribute("aria-pressed")).toBe("true");
    expect(localStorage.getItem("atrium.home-view")).toBe("list");
    localStorage.clear();
  });
});

/** Beyond the contract: the last home of this person shows before the answer, and that of another never. */
describe("the home of the last visit", () => {
  it("shows first, and stays with a way to try again if the server does not answer", async () => {
    keepHome("u-1", aHome({ cards }));
    server.use(answers("get", "/api/security/home", () => refusal(999999, "no")));
    renderPortal("/", routes, { session: aSession({ subject: "u-1" }) });
    await screen.findByRole("link", { name: /^Time Sheets/ });
    await screen.findByText(/as of your last visit/);
    screen.getByRole("button", { name: "Try again" });
    await expectAccessible();
  });

  it("keeps how many requests stood beside it, and none of them", async () => {
    const waiting = [aRequest({ fullName: "Wanda Waiting" })];
    server.use(answers("get", "/api/security/home", () => success(aHome({ cards, waiting }))));
    renderPortal("/", routes, { session: aSession({ subject: "u-1" }) });
    await screen.findByRole("link", { name: /^Time Sheets/ });
    const kept = keptHome("u-1")!;
    expect(kept.waiting).toEqual([]);
    expect(withLastRequests(kept).waiting).toHaveLength(1);
    expect(withLastRequests(kept).requests).toHaveLength(0);
    expect(JSON.stringify(localStorage)).not.toContain("Wanda");
    localStorage.clear();
  });

  it("lets the reader see what opens since then", async () => {
    const closed = aProduct({ id: 2, name: "Planner", state: "request", hasAccess: false, link: "" });
    keepHome("u-1", aHome({ cards: [cards[0]!, closed] }));
    renderPortal("/", routes, { session: aSession({ subject: "u-1" }) });
    await screen.findByRole("link", { name: /^Planner New, open, opens in a new tab/ });
    screen.getByRole("link", { name: /^Travel New, open/ });
    screen.getByRole("link", { name: "Time Sheets, open, opens in a new tab" });
    await expectAccessible();
    localStorage.clear();
  });

  it("is deleted before another person sees anything", async () => {
    keepHome("u-2", aHome({ cards: [aProduct({ id: 9, name: "Secret project" })] }));
    renderPortal("/", routes, { session: aSession({ subject: "u-1" }) });
    await screen.findByRole("link", { name: /^Time Sheets/ });
    expect(screen.queryByText("Secret project")).toBeNull();
    expect(localStorage.getItem("atrium.home")).not.toContain("Secret project");
    localStorage.clear();
  });
});
