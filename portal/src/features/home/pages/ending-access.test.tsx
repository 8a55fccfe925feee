import { screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { aHome, aProduct } from "../../../testing/factories";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, server, success } from "../../../testing/server";
import type { Product } from "../queries";
import { routes } from "../routes";

const lists = (cards: Product[]) => answers("get", "/api/security/home", () => success(aHome({ cards })));
const home = () => renderPortal("/", routes);

describe("an access that ends", () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  const soon = aProduct({ id: 1, name: "Time Sheets", endsOn: inDays(5) });
  const extend = { name: "Extend" };
  afterEach(() => localStorage.clear());

  it("is the one message in its last two weeks, which can be put away for the day", async () => {
    server.use(lists([soon, aProduct({ id: 2, name: "Planner", endsOn: inDays(60) })]));
    const { user, unmount } = home();
    await screen.findByText(/^You have access to Time Sheets until \d+ \w+ \d{4}\.$/);
    screen.getByRole("link", { name: "Time Sheets, open, opens in a new tab" });
    expect(screen.getByRole("link", extend).getAttribute("href")).toBe("/my-groups?mine=1");
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Later" }));
    expect(screen.queryByRole("link", extend)).toBeNull();
    unmount();
    home();
    await screen.findByRole("link", { name: /Time Sheets/ });
    await screen.findByRole("link", { name: "Requests" });
    expect(screen.queryByRole("link", extend)).toBeNull();
  });

  it("names the first few of several, and the first end", async () => {
    const many = ["Ads", "Books", "Crew", "Days"].map((name, index) =>
      aProduct({ id: 10 + index, name, endsOn: inDays(6 + index) }),
    );
    server.use(lists([...many, soon]));
    home();
    await screen.findByText(/^Your access to Time Sheets, Ads, Books,? and 2 more ends soon, the first on /);
  });
});
