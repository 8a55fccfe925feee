import { screen, waitFor, within } from "@testing-library/react";
import { Outlet } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { usePageTitle } from "../../../access/nav";
import type { RouteEntry } from "../../../access/route-entry";
import type { UserInfo } from "../../../access/user";
import { place } from "../../../api/step-up";
import { aUser } from "../../../testing/factories";
import { anAccount, fakeAccounts } from "../../../testing/fake-accounts";
import { aSession, expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { expireDays, faultsOf } from "../components/account-rules";
import { routes } from "../routes";

const LIST = "account_maintain.AccountManagement.AccountList";
const SHAPE = "Please input according to the rules";
const CHARACTERS = "Only digits, letters and * are allowed";

let state: ReturnType<typeof fakeAccounts>["state"];

beforeEach(() => {
  const fake = fakeAccounts([anAccount()]);
  state = fake.state;
  const accessList = [`${LIST}.view`, `${LIST}.add`, `${LIST}.edit`];
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList }))),
    ...fake.mocks.map(handlerOf),
  );
});

async function open(button: string, title: string, session = aSession()) {
  const view = renderPortal("/auth-management/account-list", routes, { session });
  await screen.findByRole("link", { name: "Dan Member" });
  if (button === "Edit") {
    await view.user.click(screen.getByRole("button", { name: "Actions for DanMember" }));
    await view.user.click(await screen.findByRole("menuitem", { name: button }));
  } else await view.user.click(screen.getByRole("button", { name: button }));
  const drawer = await screen.findByRole("dialog", { name: title });
  const field = (name: RegExp) => within(drawer).findByRole<HTMLInputElement>("textbox", { name });
  return { ...view, drawer, field };
}

/** V-03 to V-09 with their literal messages, F-37, F-39, F-41, G-68, G-69; F-64: a form asks for the standard pattern. */
describe("the rules of a new account", () => {
  const empty = { username: "no name", email: "no email", password: "no password", lionId: "no id" };
  const words = { shape: "shape", characters: "characters", empty };
  const good = { username: "ZhangSan", email: "z@a.example", password: "abcD123*", lionId: "zs*1" };

  it.each([
    ["link", {}, {}],
    ["password", {}, {}],
    ["corporate", {}, {}],
    ["password", { username: "Zhang" }, { username: "shape" }],
    ["password", { username: "zhangSan" }, { username: "shape" }],
    ["password", { username: "" }, { username: "no name" }],
    ["password", { username: `ZhangSan${"a".repeat(93)}` }, { username: "shape" }],
    ["password", { email: "" }, { email: "no email" }],
    ["password", { email: "z@localhost" }, { email: "shape" }],
    ["password", { email: "z a@a.example" }, { email: "shape" }],
    ["password", { email: "a..b@a.example" }, {}],
    ["password", { password: "" }, { password: "no password" }],
    ["password", { password: "abc-def12" }, { password: "characters" }],
    ["password", { lionId: "" }, {}],
    ["corporate", { lionId: "" }, { lionId: "no id" }],
    ["link", { password: "" }, {}],
    ["corporate", { lionId: "z.s" }, { lionId: "characters" }],
    ["corporate", { password: "" }, {}],
  ] as const)("%s %j: %j", (way, given, faults) => {
    expect(faultsOf(way, { ...good, ...given }, words)).toEqual(faults);
  });

  it("let an account expire from tomorrow to 31,536,000,000 ms from now (V-10, F-42)", () => {
    expect(expireDays(new Date(2026, 10, 22, 15))).toEqual({ min: "2026-11-23", max: "2027-11-22" });
  });
});

/** D-04, E-20, E-21, C-043, T-29: a success closes the drawer and fetches the list again. */
describe("adding an account", () => {
  it("names missing fields, keeps the rules beside the contract's words, and counts again", async () => {
    const { user, drawer, field } = await open("Add account", "Add account");
    await expectAccessible();
    const add = within(drawer).getByRole("button", { name: "Add account" });
    await user.click(within(drawer).getByRole("radio", { name: /^Set a password/ }));
    await user.click(add);
    const name = await field(/Account name/);
    await waitFor(() => expect(document.activeElement).toBe(name));
    const described = () => {
      const ids = name.getAttribute("aria-describedby")?.split(" ") ?? [];
      return ids.map((id) => document.getElementById(id)?.textContent);
    };
    const rule = "Letters and digits: words that each begin with a capital, such as ZhangSan.";
    expect(described()).toEqual(["Enter an account name.", rule]);
    within(drawer).getByText("Check 3 fields.");
    await expectAccessible();
    await user.type(name, "zhang");
    await waitFor(() => expect(described()).toEqual([SHAPE, rule]));
    await user.type(within(drawer).getByLabelText(/^Password/), "-");
    await within(drawer).findByText(CHARACTERS);
    // A fault of a field that is no longer there does not count.
    await user.click(within(drawer).getByRole("radio", { name: /^Send a welcome email/ }));
    await within(drawer).findByText("Check 2 fields.");
    await user.type(await field(/Email/), "zhang@a.example");
    await waitFor(() => expect(within(drawer).queryByText(/^Check \d fields/)).toBeNull());
  });

  it("proposes an account name, sends a link by default, and leads to the account", async () => {
    const { user, drawer, field, router } = await open("Add account", "Add account");
    await user.type(await field(/Full name/), "Łucja o’Neil-KOWALSKA");
    expect((await field(/Account name/)).value).toBe("LucjaONeilKowalska");
    await user.type(await field(/Email/), "lucja@a.example");
    await user.click(within(drawer).getByRole("button", { name: "Add account" }));
    await screen.findByText("Łucja o’Neil-KOWALSKA is added and gets a welcome email.");
    expect(state.sent).toEqual([
      {
        fullName: "Łucja o’Neil-KOWALSKA",
        username: "LucjaONeilKowalska",
        email: "lucja@a.example",
        choosesPassword: true,
      },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Open" }));
    await waitFor(() => expect(router.state.location.search).toBe("?account=a-2"));
  });

  it("keeps an account name that somebody has typed", async () => {
    const { user, field } = await open("Add account", "Add account");
    await user.type(await field(/Account name/), "ZhangSan");
    await user.type(await field(/Full name/), "Marta Kowalska");
    expect((await field(/Account name/)).value).toBe("ZhangSan");
  });

  it("counts the typed characters, and sends the password that somebody has set", async () => {
    const { user, drawer, field } = await open("Add account", "Add account");
    await user.type(await field(/Account name/), "ZhangSan");
    within(drawer).getByText("8 of 100 characters used");
    await user.type(await field(/Email/), "zhang@a.example");
    await user.click(within(drawer).getByRole("radio", { name: /^Set a password/ }));
    await user.type(within(drawer).getByLabelText(/^Password/), "abcD123*");
    await user.click(within(drawer).getByRole("button", { name: "Add account" }));
    await screen.findByText("ZhangSan is added and gets a welcome email.");
    expect(state.sent).toEqual([{ username: "ZhangSan", email: "zhang@a.example", password: "abcD123*" }]);
    await screen.findByRole("link", { name: "ZhangSan" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("takes a corporate identity on its own tab", async () => {
    const { user, drawer, field } = await open("Add account", "Add account");
    await user.type(await field(/Account name/), "ZhangSan");
    await user.click(within(drawer).getByRole("tab", { name: "Corporate identity" }));
    await within(drawer).findByRole("tabpanel", { name: "Corporate identity" });
    expect((await field(/Account name/)).value).toBe("ZhangSan");
    expect(within(drawer).queryByLabelText(/^Password/)).toBeNull();
    await user.type(await field(/Lion ID/), "zhasan");
    await user.type(await field(/Email/), "zhang@a.example");
    await user.click(within(drawer).getByRole("combobox", { name: "Agency" }));
    await user.click(await screen.findByRole("option", { name: "Northlight" }));
    await user.click(within(drawer).getByRole("combobox", { name: "Client" }));
    await user.click(await screen.findByRole("option", { name: "Harbour Foods" }));
    await expectAccessible();
    await user.click(within(drawer).getByRole("button", { name: "Add account" }));
    await screen.findByText(/^ZhangSan is added/);
    expect(state.sent).toEqual([
      {
        username: "ZhangSan",
        email: "zhang@a.example",
        lionId: "zhasan",
        agencyId: "7",
        clientId: "c-1",
      },
    ]);
  });

  /** T-29, F-50: the drawer keeps what was typed, and the list is fetched again: the other account may be new in it. */
  it("shows at the field that another account has its value", async () => {
    const { user, drawer, field } = await open("Add account", "Add account");
    await user.type(await field(/Account name/), "DanMember");
    await user.type(await field(/Email/), "dan2@a.example");
    state.accounts = [anAccount(), anAccount({ userId: "a-9", username: "DanMemberOther" })];
    await user.click(within(drawer).getByRole("button", { name: "Add account" }));
    await within(drawer).findByText("This account name is taken.");
    const name = await field(/Account name/);
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect([name.value, (await field(/Email/)).value]).toEqual(["DanMember", "dan2@a.example"]);
    await screen.findByText("DanMemberOther");
  });
});

/** C-043, P-03: a manager's new account. */
describe("the group of a new account", () => {
  const signedIn = (given: Partial<UserInfo>) =>
    server.use(answers("post", "/api/security/user/info", () => success(aUser(given))));

  async function filled({
    drawer,
    user,
    field,
  }: Pick<Awaited<ReturnType<typeof open>>, "drawer" | "user" | "field">) {
    await user.type(await field(/Account name/), "ZhangSan");
    await user.type(await field(/Email/), "zhang@a.example");
    return within(drawer).getByRole("button", { name: "Add account" });
  }

  async function choose(view: Awaited<ReturnType<typeof open>>, name: string, option: string) {
    await view.user.click(within(view.drawer).getByRole("combobox", { name }));
    await view.user.click(await screen.findByRole("option", { name: option }));
  }

  it("is missing for readers who manage none", async () => {
    const { drawer } = await open("Add account", "Add account");
    expect(within(drawer).queryByRole("combobox", { name: "Group" })).toBeNull();
    within(drawer).getByRole("combobox", { name: "Agency" });
  });

  it("may be chosen by administrators", async () => {
    const accessList = [`${LIST}.view` as const, `${LIST}.add` as const];
    signedIn({ accessList, roles: ["member", "admin"] });
    const view = await open("Add account", "Add account");
    const add = await filled(view);
    await choose(view, "Group", "媒介采购");
    await expectAccessible();
    await view.user.click(add);
    await screen.findByText(/^ZhangSan is added/);
    expect(state.sent[0]).toMatchObject({ groupId: "g-2" });
  });

  it("must be the manager's own; the account gets the manager's agency, and the manager's client or none", async () => {
    signedIn({ accessList: [`${LIST}.view`], roles: ["member", "groupManager"] });
    const own = { clientId: "c-1", clientName: "Harbour Foods" };
    state.accounts = [
      anAccount(),
      anAccount({ userId: "u-1", username: "ChloeManager", fullName: "Chloe Manager", ...own }),
    ];
    const view = await open("Add account", "Add account");
    const { drawer, user } = view;
    const add = await filled(view);
    expect(within(drawer).queryByRole("combobox", { name: "Agency" })).toBeNull();
    await user.click(add);
    const group = within(drawer).getByRole("combobox", { name: "Group" });
    await waitFor(() => expect(group.getAttribute("aria-invalid")).toBe("true"));
    await waitFor(() => expect(document.activeElement).toBe(group));
    await expectAccessible();
    await choose(view, "Group", "Client Service North");
    const place = await within(drawer).findByRole("combobox", { name: "Agency and client" });
    const places = within(place).getAllByRole("option");
    expect(places.map(({ textContent }) => textContent)).toEqual([
      "Northlight",
      "Northlight · Harbour Foods",
    ]);
    await user.selectOptions(place, "Northlight · Harbour Foods");
    await user.click(add);
    await screen.findByText(/^ZhangSan is added/);
    expect(state.sent[0]).toMatchObject({ groupId: "g-1", agencyId: "7", clientId: "c-1" });
  });

  /** D-03, T-27, T-28: a manager without any access code gets here from the people of the group. */
  it("is the group from which a manager opened the form; its members are shown afterwards", async () => {
    signedIn({ accessList: [], roles: ["member", "groupManager"] });
    state.accounts = [anAccount({ userId: "u-1", username: "ChloeManager" })];
    const group = { groupId: "g-2", groupName: "媒介采购", products: [] };
    server.use(answers("get", "/api/security/admin/user-group/access-info", () => success([group])));
    const { user } = renderPortal("/my-groups/g-2/add-account", [...routes, PEOPLE_OF_GROUP]);
    const drawer = await screen.findByRole("dialog", { name: "Add account" });
    const chosen = within(drawer).getByRole<HTMLInputElement>("combobox", { name: "Group" });
    await waitFor(() => expect(chosen.value).toBe("媒介采购"));
    // They stay visible behind it, as behind every drawer, and keep their heading.
    screen.getByRole("heading", { level: 1, name: "People of the group", hidden: true });
    expect(document.title).toMatch(/ - Add account$/);
    const field = (name: RegExp) => within(drawer).findByRole<HTMLInputElement>("textbox", { name });
    await user.click(await filled({ drawer, user, field }));
    await screen.findByRole("heading", { level: 1, name: "People of the group" });
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(document.title).toMatch(/ - People of the group$/));
    expect(state.sent[0]).toEqual({
      username: "ZhangSan",
      email: "zhang@a.example",
      choosesPassword: true,
      groupId: "g-2",
    });
  });

  it("is missing for readers who may add no account", async () => {
    signedIn({ accessList: [], roles: ["member"] });
    const { router } = renderPortal("/my-groups/g-2/add-account", routes);
    await waitFor(() => expect(router.state.location.pathname).toBe("/401"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

function PeopleOfGroup() {
  return (
    <>
      <h1>{usePageTitle()}</h1>
      <Outlet />
    </>
  );
}

const PEOPLE_OF_GROUP: RouteEntry = {
  path: "/my-groups/:groupId",
  title: { "en-us": "People of the group", "zh-cn": "用户组的人员" },
  need: "session",
  load: () => Promise.resolve({ default: PeopleOfGroup }),
};

/** C-041. */
describe("editing an account", () => {
  it("sends changed fields with the version that was read", async () => {
    const { user, drawer, field } = await open("Edit", "Edit Dan Member (DanMember)");
    await user.type(await field(/Full name/), " II");
    await user.click(within(drawer).getByText("Address"));
    await user.type(await field(/^Country/), "China");
    await user.click(within(drawer).getByText("Contact"));
    await user.type(await field(/Phone number/), "+86 21");
    await expectAccessible();
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await screen.findByText("DanMember is saved.");
    expect(state.sent).toEqual([
      {
        userId: "a-1",
        version: 4,
        fullName: "Dan Member II",
        claims: { phone_number: "+86 21", address: { country: "China" } },
      },
    ]);
  });

  /** RFC 9470: what was typed stays here, and is sent when the person has confirmed in another tab. */
  it("waits for a fresh session, and is sent with what was typed", async () => {
    state.isFresh = false;
    place.holdsWork = () => true;
    const tabs = new Set<() => void>();
    const onLapse = (listener: () => void) => {
      tabs.add(listener);
      return () => tabs.delete(listener);
    };
    const { user, drawer, field } = await open("Edit", "Edit Dan Member (DanMember)", aSession({ onLapse }));
    await user.clear(await field(/^Email/));
    await user.type(await field(/^Email/), "new@demo.test");
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    const proof = await screen.findByRole("alertdialog", { name: "Confirm that it is you" });
    const link = within(proof).getByRole<HTMLAnchorElement>("link", { name: "Confirm in a new tab" });
    await waitFor(() => expect(document.activeElement).toBe(link));
    expect([link.target, new URL(link.href).pathname]).toEqual(["_blank", "/account/confirm"]);
    expect(new URL(link.href).searchParams.get("max_age")).toBe("300");
    await expectAccessible(proof);
    expect(state.sent).toEqual([]);
    state.isFresh = true;
    tabs.forEach((listener) => listener());
    await screen.findByText("DanMember is saved.");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(state.sent).toMatchObject([{ userId: "a-1", email: "new@demo.test" }]);
  });

  it("opens the section of a field that the server refuses, and focuses the field", async () => {
    const faults = [
      { field: "claims.birthdate", msg: "No such day." },
      { field: "claims.address.country", msg: "Too long." },
    ];
    server.use(
      answers("post", "/api/security/admin/user/update", () => refusal(100012, "No such day.", { faults })),
    );
    const { user, drawer, field } = await open("Edit", "Edit Dan Member (DanMember)");
    await user.type(await field(/Full name/), "x");
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await within(drawer).findByText("Too long.");
    const day = await field(/Date of birth/);
    await waitFor(() => expect(document.activeElement).toBe(day));
    expect(within(drawer).getByRole("alert").textContent).toBe("Check 2 fields.");
    await expectAccessible();
  });

  it("says who changed it meanwhile, and keeps their change or replaces it", async () => {
    const { user, drawer, field } = await open("Edit", "Edit Dan Member (DanMember)");
    await user.type(await field(/Full name/), " II");
    state.accounts = [anAccount({ version: 9, fullName: "Daniel Member", email: "daniel@demo.test" })];
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    const alert = await within(drawer).findByRole("alert");
    expect(alert.textContent).toContain("Ben Admin changed this account on 22 Nov 2026, 14:00.");
    await expectAccessible();
    await user.click(within(alert).getByRole("button", { name: "Keep their version" }));
    await waitFor(async () => expect((await field(/Full name/)).value).toBe("Daniel Member"));
    expect(within(drawer).queryByRole("alert")).toBeNull();
    await user.type(await field(/Full name/), " III");
    state.accounts = [anAccount({ version: 12 })];
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await user.click(await within(drawer).findByRole("button", { name: "Overwrite with mine" }));
    await screen.findByText("DanMember is saved.");
    expect(state.sent).toEqual([
      { userId: "a-1", version: 4, fullName: "Dan Member II" },
      { userId: "a-1", version: 9, fullName: "Daniel Member III" },
      { userId: "a-1", version: 12, fullName: "Daniel Member III" },
    ]);
  });

  it("offers the brands of the client; a client sets its agency, another client clears the brand", async () => {
    const { user, drawer } = await open("Edit", "Edit Dan Member (DanMember)");
    const box = (name: string) => within(drawer).getByRole<HTMLInputElement>("combobox", { name });
    const choose = async (name: string, option: string) => {
      await user.click(box(name));
      await user.click(await screen.findByRole("option", { name: option }));
    };
    await within(drawer).findByRole("combobox", { name: "Brand" });
    await user.click(box("Brand"));
    await screen.findByRole("option", { name: "House brand" });
    expect(screen.queryByRole("option", { name: "Morning Oats" })).toBeNull();
    await user.keyboard("{Escape}");
    await user.click(within(drawer).getByRole("button", { name: "Clear Agency" }));
    await choose("Client", "Harbour Foods");
    await waitFor(() => expect(box("Agency").value).toBe("Northlight"));
    await choose("Brand", "Morning Oats");
    await choose("Agency", "蓝岸广告");
    await waitFor(() => expect([box("Client").value, box("Brand").value]).toEqual(["", ""]));
    await choose("Client", "海港食品");
    await choose("Brand", "海风");
    await expectAccessible();
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await screen.findByText("DanMember is saved.");
    const sent = { userId: "a-1", version: 4, agencyId: "8", clientId: "c-2", brandId: "m-2" };
    expect(state.sent).toEqual([sent]);
  });

  it("locks the organisations of the reader's own account, and says why", async () => {
    const rights = { ...anAccount().rights, signIn: false, place: false };
    state.accounts = [anAccount({ userId: "u-1", rights })];
    const { drawer, field } = await open("Edit", "Edit Dan Member (DanMember)");
    expect((await field(/Email/)).disabled).toBe(true);
    for (const name of ["Agency", "Client", "Brand"]) {
      expect(within(drawer).getByRole<HTMLInputElement>("combobox", { name }).disabled).toBe(true);
    }
    expect(within(drawer).getAllByText("You can’t change this for your own account.").length).toBe(7);
  });

  it("locks what only a super administrator changes", async () => {
    state.accounts = [anAccount({ rights: { ...anAccount().rights, signIn: false } })];
    const { field } = await open("Edit", "Edit Dan Member (DanMember)");
    expect((await field(/Email/)).disabled).toBe(true);
    expect((await field(/Full name/)).disabled).toBe(false);
  });
});
