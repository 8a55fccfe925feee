import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { delay } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aHome, aNotice, aProduct, aUser } from "../../../testing/factories";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, refusal, server, success } from "../../../testing/server";
import type { Product } from "../queries";
import { routes } from "../routes";

const HOME = "/api/security/home";

/** Home with these cards. */
function lists(cards: Product[]) {
  return answers("get", HOME, () => success(aHome({ cards })));
}

const shelf = [
  aProduct({ id: 1, name: "Time Sheets", typeId: 1 }),
  aProduct({ id: 2, name: "Travel", typeId: 1, opens: "legacy", link: "https://travel.example/in?x=1#top" }),
  aProduct({ id: 16, name: "Hidden One", typeId: 1 }),
  aProduct({ id: 3, name: "Planner", typeId: 3, attribute1: "Plan budgets" }),
  aProduct({
    id: 4,
    name: "Case Studies",
    typeId: 2,
    state: "request",
    reason: "noGroup",
    whomToAsk: "groupManagers",
    hasAccess: false,
    canAsk: true,
    link: "",
  }),
];

const NO_ADDRESS = "It can’t be opened right now: its link is missing.";

function home(address = "/") {
  return renderPortal(address, routes);
}

const FOLDED = { name: /available on request|not open to you/, expanded: false };

/** A link if it opens, else a button, which may be folded. */
const card = (name: RegExp | string) =>
  waitFor(() => {
    for (const fold of screen.queryAllByRole("button", FOLDED)) fireEvent.click(fold);
    const found = [...screen.queryAllByRole("link", { name }), ...screen.queryAllByRole("button", { name })];
    // Its menu has its name too.
    const [one] = found.filter((element) => element.hasAttribute("data-app-card"));
    if (!one) throw new Error(`no card ${String(name)}`);
    return one;
  });
const open = vi.fn();

beforeEach(() => {
  open.mockReset();
  vi.stubGlobal("open", open);
});

/** R-01, S-07, T-02, G-01. */
describe("the home page", () => {
  /** K-29, F-45; K-30, G-29; G-27. */
  it("lists types 1, 3, 2 under their names, without hidden applications", async () => {
    server.use(lists(shelf));
    home();
    await card(/Case Studies/);
    const headings = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
    // Skills and strategy may already stand below them.
    expect(headings.slice(0, 3)).toEqual(["Everyday", "Planning", "Applications 2"]);
    expect(screen.queryByText("Hidden One")).toBeNull();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Welcome, Dan Member");
    await waitFor(() => expect(document.title).toBe("Home"));
    await expectAccessible();
  });

  /** S-07: nobody looks for a tool behind those that do not open. */
  it("shows what opens, then what waits, and folds the rest", async () => {
    const closed = { state: "refused", reason: "agency", whomToAsk: "productAdministrator" } as const;
    const { state, reason, canAsk } = shelf[4]!;
    server.use(
      lists([
        aProduct({ id: 1, name: "Shut", ...closed }),
        aProduct({ id: 2, name: "Waits", state: "pending", reason: "pending" }),
        aProduct({ id: 3, name: "To ask for", state, reason, canAsk }),
        aProduct({ id: 4, name: "Opens", attribute1: "Hours and absences" }),
      ]),
    );
    const { user, container } = home();
    const opens = await screen.findByRole("link", { name: "Opens, open, opens in a new tab" });
    expect(opens.textContent).toBe("OOpens, open, opens in a new tabHours and absences");
    expect(document.getElementById(opens.getAttribute("aria-describedby")!)?.textContent).toBe(
      "Hours and absences",
    );
    const names = () =>
      [...container.querySelectorAll("[data-app-card] > div > :first-child")].map((one) => one.textContent);
    const near = ["Opens, open, opens in a new tab", "Waits, Waiting for approval"];
    expect(names()).toEqual(near);
    const fold = screen.getByRole("button", { name: "1 available on request · 1 not open to you" });
    await user.click(fold);
    expect(fold.getAttribute("aria-expanded")).toBe("true");
    expect(names()).toEqual([...near, "Shut, Not available to your agency", "To ask for, Ask for access"]);
    await expectAccessible();
    await user.click(fold);
    expect(names()).toEqual(near);
  });

  it("folds nothing for a person for whom nothing opens", async () => {
    server.use(lists([shelf[4]!]));
    home();
    await screen.findByRole("button", { name: "Case Studies, Ask for access" });
    expect(screen.queryByRole("button", { name: /available on request/ })).toBeNull();
  });

  /** S-04: agency and client, '-' if empty. */
  it("shows agency and client on a click, and hides them on Escape", async () => {
    server.use(lists(shelf));
    const { user } = home();
    const button = await screen.findByRole("button", { name: "Agency and client: Northlight · -" });
    const panel = document.getElementById(button.getAttribute("aria-controls")!)!;
    // Tab does not open it on its way to the cards; the mouse shows it, and a click keeps it open.
    fireEvent.focus(button);
    expect(panel.hidden).toBe(true);
    await user.hover(button);
    expect(panel.hidden).toBe(false);
    await user.click(button);
    expect(button.getAttribute("aria-expanded")).toBe("true");
    within(panel).getByText("Northlight");
    within(panel).getByText("-");
    await user.keyboard("{Escape}");
    expect(button.getAttribute("aria-expanded")).toBe("false");
  });

  /** V-33, K-50. */
  it("shows '-' for an agency and a client without a name", async () => {
    server.use(
      lists(shelf),
      answers("post", "/api/security/user/info", () => success(aUser({ agencyName: "", clientName: "" }))),
    );
    const { user } = home();
    await user.click(await screen.findByRole("button", { name: "Choose your agency" }));
    expect(screen.getAllByText("-")).toHaveLength(2);
    expect(screen.getAllByRole("button", { name: "Choose your agency" })).toHaveLength(2);
  });

  /** G-28, K-33: the server's picture, else the first letter of the name on a colour that the id fixes. */
  it("shows an application's picture, or a letter without a picture", async () => {
    const picture = "https://cdn.example/planner.png";
    server.use(
      lists([
        aProduct({ id: 1, name: "Time Sheets", tileHue: 210 }),
        aProduct({ id: 2, name: "Planner", iconimgUrl: picture, tileHue: 40 }),
      ]),
    );
    home();
    const letter = within(await card(/Time Sheets/)).getByText("T");
    expect(letter.style.getPropertyValue("--tile-hue")).toBe("210");
    const planner = await card(/Planner/);
    const image = planner.querySelector("img")!;
    expect(image.src).toBe(picture);
    fireEvent.error(image);
    expect(within(planner).getByText("P").style.getPropertyValue("--tile-hue")).toBe("40");
  });

  it("shows skeletons while cards load", async () => {
    server.use(
      answers("get", HOME, async () => {
        await delay("infinite");
        return success(aHome());
      }),
    );
    const { container } = home();
    await screen.findByRole("heading", { name: "Everyday" });
    expect(container.querySelectorAll("section [aria-hidden=true] > *")).toHaveLength(12);
    await expectAccessible();
  });

  it("shows a skeleton where its message comes", async () => {
    const notice = aNotice({ isFirstLogin: true });
    server.use(
      answers("get", HOME, () => success(aHome({ cards: shelf, notice }))),
      answers("get", "/api/security/user/user-group/notify", () => success(notice)),
    );
    const { container } = home();
    const place = () => container.querySelector("[data-message]")!;
    await waitFor(() => expect(place().querySelectorAll("[aria-hidden] > div")).toHaveLength(1));
    await screen.findByText("Please enter Group Manager to select your group");
    expect(place().querySelectorAll("[aria-hidden] > div")).toHaveLength(0);
  });

  it("says what to do when there is nothing to open", async () => {
    server.use(lists([]));
    home();
    await screen.findByText("No applications yet");
    // No list has a heading.
    const headings = screen.getAllByRole("heading", { level: 2 });
    expect(headings.map(({ textContent }) => textContent)).toEqual(["No applications yet"]);
  });

  it("says that the applications could not be loaded, and tries again", async () => {
    let broken = true;
    server.use(
      answers("get", HOME, () => (broken ? refusal(999999, "no") : success(aHome({ cards: shelf })))),
    );
    const { user } = home();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("These applications couldn’t be loaded.");
    await expectAccessible();
    broken = false;
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    await card(/Time Sheets/);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("says why the account may not see home and whom to ask, without a useless retry", async () => {
    server.use(
      answers("get", HOME, () =>
        refusal(100013, "Your account doesn’t have the right to do this. Ask an administrator."),
      ),
    );
    home();
    const [alert] = await screen.findAllByRole("alert");
    expect(alert!.textContent).toBe("Your account doesn’t have the right to do this. Ask an administrator.");
    expect(within(alert!).queryByRole("button")).toBeNull();
  });

  it("uses the language of the account after the sign-in (F-58)", async () => {
    server.use(
      lists(shelf),
      answers("post", "/api/security/user/info", () => success(aUser({ lang: "zh-cn" }))),
    );
    home();
    await screen.findByText("欢迎，Dan Member");
    expect(document.documentElement.lang).toBe("zh-CN");
    expect(document.cookie).not.toContain("lang=");
    expect(localStorage.getItem("lang")).toBe("zh-cn");
    localStorage.clear();
  });

  it("keeps the language that was chosen in this browser, instead of the account's", async () => {
    document.cookie = "lang=en-us; Path=/";
    server.use(
      lists(shelf),
      answers("post", "/api/security/user/info", () => success(aUser({ lang: "zh-cn" }))),
    );
    home();
    await screen.findByText("Welcome, Dan Member");
    expect(document.documentElement.lang).toBe("en");
    document.cookie = "lang=; Max-Age=0; Path=/";
  });
});

describe("opening an application", () => {
  /** T-30, T-32, F-02, decision 0075: the server leads on, so no address with a token is in the page. */
  it("is a link to the server's address of the application, in a new tab without an opener", async () => {
    server.use(lists(shelf));
    home();
    for (const [name, id] of [
      [/Time Sheets/, 1],
      [/Travel/, 2],
    ] as const) {
      const link = await screen.findByRole("link", { name });
      expect(link.getAttribute("href")).toBe(`${location.origin}/open/${id}`);
      expect(link.getAttribute("target")).toBe("_blank");
      expect(link.getAttribute("rel")).toBe("noopener");
    }
    await expectAccessible();
  });

  /** Attacks T2, T10, D-12, D-24, G-22, T-32: the copied address never contains a token. */
  it("opens a link by the server's address, and copies it without a token", async () => {
    const links = [{ name: "Main", url: "https://travel.example/in?x=1" }];
    server.use(lists([aProduct({ id: 2, name: "Travel", opens: "legacy", linkDialog: true, links })]));
    const { user } = home();
    await user.click(await card(/Travel/));
    const dialog = await screen.findByRole("dialog", { name: "Which part of Travel do you want to open?" });
    expect(open).not.toHaveBeenCalled();
    await user.click(within(dialog).getByRole("button", { name: "Copy: Main" }));
    // The button says so after it has written the text.
    await within(dialog).findByText("Copied");
    expect(await navigator.clipboard.readText()).toBe("https://travel.example/in?x=1");
    expect(document.body.innerHTML).not.toContain("token=");
    const link = within(dialog).getByRole("link", { name: "Main, opens in a new tab" });
    const way = encodeURIComponent("https://travel.example/in?x=1");
    expect(link.getAttribute("href")).toBe(`${location.origin}/open/2?way=${way}`);
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.getAttribute("rel")).toBe("noopener");
  });

  /** F-31, T-32, D-17. */
  it("asks which of several links to open", async () => {
    const links = [
      { name: "Version 1", url: "https://one.example/" },
      { name: "Version 2", url: "https://two.example/" },
    ];
    server.use(lists([aProduct({ id: 3, name: "Planner", links })]));
    const { user } = home();
    await user.click(await card(/Planner/));
    const dialog = await screen.findByRole("dialog", { name: "Which part of Planner do you want to open?" });
    await expectAccessible();
    const second = within(dialog).getByRole("link", { name: /^Version 2/ });
    expect(second.getAttribute("href")).toMatch(/\/open\/3\?way=https%3A%2F%2Ftwo\.example%2F$/);
    await user.click(second);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  const managers = answers("get", "/api/security/user/prompt-group-admin", () =>
    success({
      groups: [
        { groupId: "g-1", groupName: "Finance", groupAdmin: "Chloe Manager", adminMsg: "Ask by mail" },
      ],
    }),
  );

  /** The groups to ask for Case Studies. */
  const groupsToAsk = (...names: string[]) => [
    answers("get", "/api/security/app/v2/list-info", () =>
      success({ ...shelf[4]!, ...more, ...asked, groups: [] }),
    ),
    answers("get", "/api/security/app/applyOption", () =>
      success({
        groups: names.map((groupName, index) => ({
          groupId: `g-${index + 1}`,
          groupName,
          desc: "Budgets and invoices",
          groupAdmin: "Chloe Manager",
          adminMsg: "Ask by mail",
          maxDays: 180,
          decideBy: "2026-12-03",
          opens: [{ productId: 4, productName: "Case Studies", iconimgUrl: "", tileHue: 40 }],
          opensCount: 1,
        })),
        accesses: [],
      }),
    ),
  ];
  const more = { featuresBenefits: [], snapshots: [], files: [], grantedBy: [] };
  let asked: Partial<Product> = {};
  beforeEach(() => {
    asked = {};
  });

  /** T-17, T-31, T-34, D-24, D-26, C-059, C-060: two clicks, besides typing. */
  it("asks for access in one drawer, which says what happens next", async () => {
    const sent: unknown[] = [];
    server.use(
      lists(shelf),
      ...groupsToAsk("Finance"),
      answers("post", "/api/security/app/apply", ({ body }) => {
        sent.push(body);
        return success({ id: "r-1", status: "pending" });
      }),
    );
    const { user, router } = home();
    const shut = await card(/Case Studies.*Ask for access/);
    await user.click(shut);
    const drawer = await screen.findByRole("dialog", { name: "Ask for access to Case Studies" });
    expect(router.state.location.search).toBe("?ask=4");
    within(drawer).getByText("None of your groups includes this application.");
    within(drawer).getByText("Approvers: Chloe Manager");
    expect(within(drawer).getByRole<HTMLInputElement>("radio", { name: /Finance/ }).checked).toBe(true);
    // No longer than the group allows; the longest time is chosen.
    const days = within(drawer).getByRole("radiogroup", { name: "For how long" });
    const radios = within(days).getAllByRole<HTMLInputElement>("radio");
    expect(radios.map(({ value, checked }) => [value, checked])).toEqual([
      ["30", false],
      ["90", false],
      ["180", true],
      ["until", false],
    ]);
    const reason = within(drawer).getByRole("textbox", { name: "Reason" });
    await waitFor(() => expect(document.activeElement).toBe(reason));
    await expectAccessible();
    await user.click(within(drawer).getByRole("button", { name: "Send request" }));
    const next = await screen.findByRole("dialog", { name: "Request sent" });
    within(next).getByText("Your appication is in progress, please wait for approval.");
    within(next).getByText("The decision is due 3 Dec 2026.");
    expect(sent).toEqual([{ productId: 4, groupId: "g-1", reason: "", wantedDays: 180 }]);
    await user.click(within(next).getAllByRole("button", { name: "Close" })[0]!);
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  it("opens the drawer by its address", async () => {
    server.use(lists(shelf), ...groupsToAsk("Finance", "Legal"));
    home("/?ask=4");
    const drawer = await screen.findByRole("dialog", { name: "Ask for access to Case Studies" });
    // What the card of a group says is no part of the name.
    const radio = await within(drawer).findByRole("radio", { name: "Finance" });
    expect(radio.getAttribute("aria-describedby")).toBeTruthy();
  });

  it("opens the drawer by the card, and Back closes it", async () => {
    server.use(lists(shelf), ...groupsToAsk("Finance", "Legal"));
    const { user, router } = home();
    const shut = await card(/Case Studies/);
    await user.click(shut);
    const drawer = await screen.findByRole("dialog", { name: "Ask for access to Case Studies" });
    await user.click(within(drawer).getByRole("button", { name: "Send request" }));
    await within(drawer).findByText("Choose a group.");
    await router.navigate(-1);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(shut));
  });

  /** Refused and ended are two states. */
  it.each([
    ["refused", { refusedBecause: "Ask your own team first" }, "Your request was refused.", "Ask again"],
    ["membershipEnded", { endedOn: "2026-11-20" }, "Your access ended on 20 Nov 2026.", "Send request"],
    ["timedOut", {}, "Nobody decided about your request in time.", "Ask again"],
  ] as const)("says for a card that is %s why, and offers to ask again", async (reason, given, why, verb) => {
    const words = { refused: "Refused", membershipEnded: "Access ended", timedOut: "Not decided in time" };
    asked = { state: "refused", reason, canAsk: true, ...given };
    server.use(lists([{ ...shelf[4]!, ...asked }]), ...groupsToAsk("Finance"));
    const { user } = home();
    await user.click(await card(new RegExp(words[reason])));
    const drawer = await screen.findByRole("dialog", { name: "Ask for access to Case Studies" });
    within(drawer).getByText(why);
    if (reason === "refused") within(drawer).getByText("Ask your own team first");
    within(drawer).getByRole("button", { name: verb });
    await expectAccessible();
  });

  /** D-20, X-22, F-62, G-88: the literal words; D-24. */
  it("says that a request waits, who decides, and where it stands", async () => {
    const closed = { state: "pending", reason: "pending", whomToAsk: "groupManagers" } as const;
    server.use(lists([aProduct({ ...closed, hasAccess: false })]), managers);
    const { user } = home();
    await user.click(await card(/Time Sheets/));
    const dialog = await screen.findByRole("dialog", { name: "You don’t have access to Time Sheets" });
    await within(dialog).findByText("Your appication is in progress, please wait for approval.");
    await within(dialog).findByText("Chloe Manager");
    within(dialog).getByRole("link", { name: "My requests" });
  });

  it("names the product's administrator where no group can help, and says so on the card", async () => {
    const closed = { state: "refused", reason: "agency", whomToAsk: "productAdministrator" } as const;
    server.use(lists([aProduct({ ...closed, hasAccess: false })]), managers);
    const { user } = home();
    await user.click(await card(/Not available to your agency/));
    const dialog = await screen.findByRole("dialog", { name: "You don’t have access to Time Sheets" });
    within(dialog).getByText("Chloe is responsible for it and can help.");
    expect(within(dialog).queryByRole("link")).toBeNull();
  });

  it.each([
    ["Chloe", "Chloe is responsible for it and can help."],
    ["", "Nobody is listed who can help with it. Tell an administrator that you need Time Sheets."],
  ])("says what to do where there is no group to ask, administrator “%s”", async (adminName, text) => {
    const closed = { state: "request", reason: "noGroup", whomToAsk: "groupManagers" } as const;
    server.use(lists([aProduct({ ...closed, hasAccess: false, adminName })]));
    const { user } = home();
    await user.click(await card(/Time Sheets.*No access/));
    const dialog = await screen.findByRole("dialog", { name: "You don’t have access to Time Sheets" });
    await within(dialog).findByText(text);
    expect(within(dialog).queryByRole("link")).toBeNull();
  });

  /** T-31, T-33, X-23: the list stays visible. */
  it("names the group managers and the reason where no address leads out", async () => {
    const links = [{ name: "Plans", url: "javascript:alert(1)" }];
    const several = aProduct({ id: 3, name: "Planner", link: "", linkDialog: true, links });
    server.use(lists([several, aProduct()]), managers);
    const { user } = home();
    await user.click(await card(/Planner/));
    await screen.findByText("Chloe Manager");
    screen.getByText(NO_ADDRESS);
    expect(open).not.toHaveBeenCalled();
    const dialog = screen.getByRole("dialog", { name: "You don’t have access to Planner" });
    await user.click(within(dialog).getAllByRole("button", { name: "Close" })[0]!);
    await card(/Time Sheets/);
  });
});

describe("the keyboard in the grid", () => {
  it("stops at one card with Tab, and moves through all lists with arrows", async () => {
    server.use(lists(shelf));
    const { user } = home();
    const first = await card(/Time Sheets/);
    await card(/Case Studies/);
    const cards = [...document.querySelectorAll<HTMLElement>("[data-app-card]")];
    expect(cards.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1]);
    first.focus();
    await user.keyboard("{ArrowRight}{ArrowRight}");
    await waitFor(() => expect(document.activeElement?.textContent).toContain("Planner"));
    expect(cards.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0, -1]);
    await user.keyboard("{End}");
    await waitFor(() => expect(document.activeElement?.textContent).toContain("Case Studies"));
    await user.keyboard("{Home}");
    await waitFor(() => expect(document.activeElement).toBe(first));
  });
});
