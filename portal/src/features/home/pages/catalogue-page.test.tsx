import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aHome, aProduct } from "../../../testing/factories";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, server, success } from "../../../testing/server";
import { routes as home } from "../routes";
import { routes as others } from "../routes-of-others";

const shut = { reason: "noGroup", hasAccess: false, link: "" } as const;
const cards = [
  aProduct({ id: 1, name: "Time Sheets", adminName: "Chloe" }),
  aProduct({ id: 2, name: "Planner", adminName: "Ben", typeId: 3 }),
  aProduct({ id: 3, name: "Expenses", adminName: "Ben", state: "request", canAsk: true, ...shut }),
  aProduct({ id: 4, name: "媒体日历", otherName: "Media calendar", state: "request", ...shut }),
];

const names = () =>
  [...document.querySelectorAll("[data-app-card] > div > :first-child > :first-child")].map(
    ({ textContent }) => textContent,
  );

beforeEach(() => {
  server.use(
    answers("get", "/api/security/find/applications", () => success({ productIds: [] })),
    answers("get", "/api/security/home", () =>
      success(aHome({ cards, chosen: { pins: [], hidden: [1], version: 0 } })),
    ),
  );
});

/** The page of all applications, beyond the contract. */
describe("the catalogue", () => {
  it("has every application by name, also what the person hides on home", async () => {
    renderPortal("/catalogue", [...home, ...others]);
    await screen.findByRole("heading", { level: 1, name: "Catalogue" });
    await waitFor(() => expect(names()).toEqual(["Expenses", "Planner", "Time Sheets", "媒体日历"]));
    expect(screen.getAllByText("Responsible: Ben")).toHaveLength(2);
    await expectAccessible();
  });

  it.each([
    ["?type=3", ["Planner"]],
    ["?way=open", ["Planner", "Time Sheets"]],
    ["?way=ask", ["Expenses"]],
    ["?way=closed", ["媒体日历"]],
    ["?owner=Ben", ["Expenses", "Planner"]],
    ["?name=calendar", ["媒体日历"]],
    ["?owner=Ben&way=open", ["Planner"]],
  ])("is filtered by its address: %s", async (search, found) => {
    renderPortal(`/catalogue${search}`, [...home, ...others]);
    await screen.findByRole("heading", { level: 1, name: "Catalogue" });
    await waitFor(() => expect(names()).toEqual(found));
  });

  /** The server knows the readings of Chinese names; a name that the browser finds needs no answer. */
  it.each([
    ["meiti", ["媒体日历"]],
    ["mtrl", ["媒体日历"]],
    ["calendar", ["媒体日历"]],
  ])("finds by pinyin and by initials: %s", async (name, wanted) => {
    server.use(
      answers("get", "/api/security/find/applications", ({ query }) =>
        success({ productIds: ["meiti", "mtrl"].includes(query.q ?? "") ? [4] : [] }),
      ),
    );
    renderPortal(`/catalogue?name=${name}`, [...home, ...others]);
    await screen.findByRole("heading", { level: 1, name: "Catalogue" });
    await waitFor(() => expect(names()).toEqual(wanted));
  });

  it("says that nothing fits, and clears the filters", async () => {
    const { user } = renderPortal("/catalogue?name=zebra", [...home, ...others]);
    await screen.findByText("No application fits");
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(names()).toHaveLength(4));
  });

  it("is a place of the header", async () => {
    renderPortal("/catalogue", [...home, ...others]);
    const place = await screen.findByRole("link", { name: "Catalogue" });
    expect(place.getAttribute("aria-current")).toBe("page");
  });
});
