import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { components } from "../../../api/schema";
import { aHome, aProduct } from "../../../testing/factories";
import { aCost } from "../../../testing/fake-chat";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

const planner = aProduct({ id: 2, name: "Planner", adminName: "Chloe", attribute1: "Plans budgets" });
const shut = { state: "request", reason: "noGroup", hasAccess: false, canAsk: true, link: "" } as const;

function details(
  given: Partial<components["schemas"]["ProductInfo"]> = {},
): components["schemas"]["ProductInfo"] {
  return { ...planner, featuresBenefits: [], snapshots: [], files: [], grantedBy: [], groups: [], ...given };
}

function mockDetails(given?: Parameters<typeof details>[0]) {
  server.use(answers("get", "/api/security/app/v2/list-info", () => success(details(given))));
}

beforeEach(() => {
  server.use(
    answers("get", "/api/security/home", () =>
      success(aHome({ cards: [planner], chosen: { pins: [2], hidden: [], version: 1 } })),
    ),
  );
});

/** D-18, E-10, F-57, T-30, T-34, C-064, S-08. */
describe("the details of an application", () => {
  it("open from the strip, with what there is of five parts, and Back closes them", async () => {
    mockDetails({
      attribute2: "Open it on Mondays.",
      featuresBenefits: [{ title: "Quick", description: "Takes a minute." }],
      snapshots: ["/files/p/a.png"],
      files: [{ description: "Handbook", url: "/files/p/h.pdf" }],
    });
    const { user, router } = renderPortal("/", routes);
    await user.click(await screen.findByRole("button", { name: /^Planner, pinned/ }));
    const drawer = await screen.findByRole("dialog", { name: "Planner" });
    expect(router.state.location.search).toBe("?about=2");
    await within(drawer).findByText("Chloe is responsible for it");
    const parts = within(drawer).getAllByRole("heading", { level: 3 });
    expect(parts.map(({ textContent }) => textContent)).toEqual([
      "Description",
      "Usage",
      "Core features and key benefits",
      "Demo",
      "Files",
    ]);
    expect(within(drawer).getByRole("link", { name: "Go To" }).getAttribute("href")).toMatch(/\/open\/2$/);
    within(drawer).getByRole("link", { name: "Download Handbook" });
    await expectAccessible();
    await router.navigate(-1);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  /** E-10: the server keeps the file for people who may open the application; the portal never has its lasting address. */
  it("asks for the address of a kept file", async () => {
    mockDetails({ files: [{ description: "Prices", url: "/files/f/2-abc" }] });
    const asked: unknown[] = [];
    server.use(
      answers("get", "/api/security/app/file", ({ query }) => {
        asked.push(query);
        return refusal(100013, "You may not open this application.");
      }),
    );
    const { user } = renderPortal("/?about=2", routes);
    const drawer = await screen.findByRole("dialog", { name: "Planner" });
    await user.click(await within(drawer).findByRole("button", { name: "Download Prices" }));
    await waitFor(() => expect(asked).toEqual([{ productId: "2", file: "/files/f/2-abc" }]));
  });

  it("leave out empty parts, and lead to the page that asks", async () => {
    mockDetails(shut);
    renderPortal("/?about=2", routes);
    const drawer = await screen.findByRole("dialog", { name: "Planner" });
    const parts = within(drawer).getAllByRole("heading", { level: 3 });
    expect(parts.map(({ textContent }) => textContent)).toEqual(["Description"]);
    expect(within(drawer).getByRole("link", { name: "Get Access" }).getAttribute("href")).toBe("/ask/2");
    expect(within(drawer).queryByRole("link", { name: "Go To" })).toBeNull();
  });

  /** D-14. */
  it("lead to the form for feedback about the application", async () => {
    mockDetails();
    renderPortal("/?about=2", routes);
    const drawer = await screen.findByRole("dialog", { name: "Planner" });
    const link = await within(drawer).findByRole("link", { name: "Give feedback" });
    expect(link.getAttribute("href")).toBe("/?about=2&feedback=2");
  });

  it("say that nobody knows the application", async () => {
    server.use(answers("get", "/api/security/app/v2/list-info", () => refusal(100012, "Unknown.")));
    renderPortal("/?about=99", routes);
    await screen.findByRole("dialog");
    await screen.findByText("This no longer exists, or you can’t see it");
  });
});

/** D-19, C-065, K-35, F-57. */
describe("what applications offer to read", () => {
  it("is one application's four parts, with tabs in the specification's words", async () => {
    const texts = { attribute1: "What it is", attribute2: "Because it helps", attribute3: "Ask Chloe" };
    const travel = aProduct({ id: 3, name: "Travel", ...texts });
    server.use(
      answers("get", "/api/security/resource/list", () =>
        success([
          { ...planner, files: [] },
          { ...travel, files: [{ description: "Handbook", url: "https://cdn.example/h.pdf" }] },
        ]),
      ),
    );
    const { user } = renderPortal("/", routes);
    await user.click(await screen.findByRole("link", { name: "What each application offers" }));
    const dialog = await screen.findByRole("dialog", { name: "What each application offers" });
    await user.click(await within(dialog).findByRole("button", { name: "Travel" }));
    const tabs = within(dialog).getByRole("group", { name: "Parts of Travel" });
    const words = within(tabs).getAllByRole("button");
    expect(words.map(({ textContent }) => textContent)).toEqual([
      "INTRODUCTION",
      "WHY USE IT",
      "ACCESS",
      "FILE",
    ]);
    for (const text of Object.values(texts)) within(dialog).getByText(text);
    within(dialog).getByRole("link", { name: "Download Handbook" });
    await expectAccessible();
    await user.click(words[2]!);
    expect(words[2]!.getAttribute("aria-current")).toBe("true");
    fireEvent.scroll(within(dialog).getByRole("region", { name: "Travel" }));
    // Without a layout all parts begin at the top.
    await waitFor(() => expect(words[3]!.getAttribute("aria-current")).toBe("true"));
  });
});

/** S-09, S-10, G-23, T-35; attacks T10 and T13. */
describe("the tiles", () => {
  it("open an address without a token or an application, and are disabled without a target", async () => {
    const tile = { name: "", description: "", productId: null };
    server.use(
      answers("get", "/api/security/home", () =>
        success(
          aHome({
            cards: [planner],
            tiles: [
              { ...tile, slot: "upskill", url: "https://learn.example/", name: "Academy" },
              { ...tile, slot: "brief", url: "", productId: 2 },
              { ...tile, slot: "strategy_1", url: "javascript:alert(1)" },
            ],
          }),
        ),
      ),
    );
    renderPortal("/", routes);
    const academy = await screen.findByRole("link", { name: "Academy" });
    expect([academy.getAttribute("href"), academy.getAttribute("rel")]).toEqual([
      "https://learn.example/",
      "noopener noreferrer",
    ]);
    expect(screen.getByRole("link", { name: "Submit a brief" }).getAttribute("href")).toMatch(/\/open\/2$/);
    for (const name of [/^Industry data sources/, /^Case studies/, /^Brand strategy/])
      expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);
    await expectAccessible();
  });
});

/** S-06, F-32, F-33, P-10, G-30; what waits, on both sides. */
describe("the rail", () => {
  type Tiles = components["schemas"]["Home"]["tiles"];
  const withAssistant = (cost: Parameters<typeof aCost>[0] = {}, tiles: Tiles = []) =>
    server.use(
      answers("get", "/api/security/home", () =>
        success(aHome({ cards: [planner], assistant: true, tiles })),
      ),
      answers("get", "/api/security/chat-gpt/get-cost", () => success(aCost(cost))),
    );

  it("has the assistant only with its authority; without a site it leads to the chat", async () => {
    withAssistant();
    renderPortal("/", routes);
    const enter = await screen.findByRole("link", { name: "Enter" });
    expect(enter.getAttribute("href")).toMatch(/\/ChatGPT\?appId=56$/);
    screen.getByRole("heading", { level: 2, name: "Assistant" });
    await expectAccessible();
  });

  it("has a grey button when the words of the month are used up", async () => {
    withAssistant({ remain: 0, percentage: 0 });
    renderPortal("/", routes);
    await screen.findByText("Your words of this month are used up.");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Enter" }).disabled).toBe(true);
  });

  /** G-76. */
  it("has the further assistants that lead somewhere", async () => {
    const tile = { name: "", description: "", productId: null };
    const tiles = [
      { ...tile, slot: "assistant_1", url: "https://pictures.example/", name: "Pictures" },
      { ...tile, slot: "assistant_2", url: "" },
      { ...tile, slot: "assistant_3", url: "", productId: 2 },
    ];
    withAssistant({}, tiles);
    renderPortal("/", routes);
    const pictures = await screen.findByRole("link", { name: "Pictures" });
    expect(pictures.getAttribute("href")).toBe("https://pictures.example/");
    expect(screen.getByRole("link", { name: "Further assistant 3" }).getAttribute("href")).toMatch(
      /\/open\/2$/,
    );
    expect(screen.queryByText("Further assistant 2")).toBeNull();
  });

  it("has no assistant without its authority", async () => {
    server.use(answers("get", "/api/security/home", () => success(aHome({ cards: [planner] }))));
    renderPortal("/", routes);
    await screen.findByText("Planner");
    expect(screen.queryByRole("heading", { name: "Assistant" })).toBeNull();
  });
});
