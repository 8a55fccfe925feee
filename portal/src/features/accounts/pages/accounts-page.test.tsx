import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { answerStepUp, place, stepUpAsked } from "../../../api/step-up";
import { describeList } from "../../../testing/describe-list";
import { aUser } from "../../../testing/factories";
import { anAccount, fakeAccounts } from "../../../testing/fake-accounts";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

const PATH = "/auth-management/account-list";
const LIST = "account_maintain.AccountManagement.AccountList";
const ALL = [`${LIST}.view`, `${LIST}.add`, `${LIST}.edit`, `${LIST}.status`, `${LIST}.password`] as const;

let state: ReturnType<typeof fakeAccounts>["state"];

beforeEach(() => {
  const fake = fakeAccounts([
    anAccount(),
    anAccount({ userId: "a-2", username: "EveNewcomer", fullName: "Eve Newcomer", accountStatus: 2 }),
    anAccount({ userId: "a-3", username: "OldTimer", fullName: "OldTimer", expired: true }),
  ]);
  state = fake.state;
  server.use(holding(...ALL), ...fake.mocks.map(handlerOf));
});

function holding(...accessList: string[]) {
  return answers("post", "/api/security/user/info", () => success(aUser({ accessList })));
}

async function accounts(address = PATH) {
  const view = renderPortal(address, routes);
  await screen.findByRole("link", { name: "Dan Member" });
  return view;
}

async function menuOf(name: string, user: Awaited<ReturnType<typeof accounts>>["user"], item: string) {
  await user.click(screen.getByRole("button", { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole("menuitem", { name: item }));
}

/** R-06, S-16, C-038. */
describeList({
  routes,
  list: "/api/security/admin/user/list",
  mocks: () =>
    fakeAccounts([
      anAccount({ agencyName: "Northlight", clientName: "Harbour Foods", expireDate: "2027-03-31" }),
      anAccount({
        userId: "a-2",
        username: "EveNewcomer",
        fullName: "Eve Newcomer",
        email: "",
        accountStatus: 2,
        lastLoginAt: null,
      }),
      anAccount({ userId: "a-3", username: "OldTimer", fullName: "OldTimer", expired: true }),
    ]).mocks,
  cells: {
    "en-us": [
      [
        "Dan MemberDanMember",
        "dan@demo.test",
        "NorthlightHarbour Foods",
        "Enabled",
        "Authenticator app",
        "20 Nov 202609:30",
        "",
      ],
      ["Eve NewcomerEveNewcomer", "–", "Northlight", "Disabled", "None", "–", ""],
      ["OldTimer", "dan@demo.test", "Northlight", "Expired", "None", "20 Nov 202609:30", ""],
    ],
    "zh-cn": [
      [
        "Dan MemberDanMember",
        "dan@demo.test",
        "NorthlightHarbour Foods",
        "启用",
        "身份验证器应用",
        "2026年11月20日09:30",
        "",
      ],
      ["Eve NewcomerEveNewcomer", "–", "Northlight", "停用", "无", "–", ""],
      ["OldTimer", "dan@demo.test", "Northlight", "已过期", "无", "2026年11月20日09:30", ""],
    ],
  },
  narrowed: {
    address: "sort=-lastLogin&context=zebra&accountStatus=2&agencyId=7&clientId=c-1",
    asks: { sort: "-lastLogin", context: "zebra", accountStatus: "2", agencyId: "7", clientId: "c-1" },
    chips: [
      "Name, email or Lion ID: zebra",
      "Status: Disabled",
      "Agency: Northlight",
      "Client: Harbour Foods",
    ],
  },
});

describe("the list of accounts", () => {
  it("offers only what the reader's codes and the server's answer allow", async () => {
    server.use(holding(`${LIST}.view`));
    const rights = {
      edit: false,
      signIn: false,
      place: false,
      status: false,
      delete: false,
      password: false,
      roles: false,
      home: false,
      supAdmin: false,
    };
    state.accounts = state.accounts.map((one) => ({ ...one, rights }));
    const { user } = await accounts();
    expect(screen.queryByRole("button", { name: "Add account" })).toBeNull();
    expect(screen.queryByRole("checkbox")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Actions for DanMember" }));
    const items = await screen.findAllByRole("menuitem");
    expect(items.map(({ textContent }) => textContent)).toEqual([
      "Details",
      "Access",
      "Sessions",
      "Corporate identities",
      "Second factors",
      "History",
    ]);
  });
});

/** C-040, T-53. */
describe("the status of an account", () => {
  it("is changed after a question that names the person and the consequences", async () => {
    const { user } = await accounts();
    await menuOf("DanMember", user, "Disable");
    const question = await screen.findByRole("alertdialog", { name: "Disable Dan Member (DanMember)?" });
    expect(question.textContent).toContain("signed out everywhere");
    await expectAccessible();
    await user.click(within(question).getByRole("button", { name: "Disable" }));
    await screen.findByText("DanMember is disabled.");
    expect(state.sent).toEqual([{ userId: "a-1", accountStatus: 2 }]);
    await waitFor(() => within(screen.getByRole("row", { name: /DanMember/ })).getByText("Disabled"));
  });

  it("is changed for all selected accounts", async () => {
    const { user } = await accounts();
    await user.click(screen.getByRole("checkbox", { name: "Select DanMember" }));
    await user.click(screen.getByRole("checkbox", { name: "Select OldTimer" }));
    const bar = screen.getByRole("region", { name: "Selected rows" });
    await user.click(within(bar).getByRole("button", { name: "Disable" }));
    const question = await screen.findByRole("alertdialog", { name: "Disable 2 accounts?" });
    expect(question.textContent).toContain("Dan Member (DanMember)");
    await user.click(within(question).getByRole("button", { name: "Disable" }));
    await screen.findByText("2 accounts are disabled.");
    expect(state.sent).toEqual([
      { userId: "a-1", accountStatus: 2 },
      { userId: "a-3", accountStatus: 2 },
    ]);
    await waitFor(() => expect(screen.queryByRole("region", { name: "Selected rows" })).toBeNull());
  });
});

/** C-039, F-16. */
describe("a random password", () => {
  it("is shown once, with a button to copy it", async () => {
    const { user } = await accounts();
    await menuOf("DanMember", user, "Reset password");
    const question = await screen.findByRole("alertdialog", {
      name: "Give Dan Member (DanMember) a random password?",
    });
    await user.click(within(question).getByRole("button", { name: "Generate password" }));
    const shown = await screen.findByRole("alertdialog", { name: "New password of Dan Member (DanMember)" });
    within(shown).getByText("Kx7mQ2vTn4Rw");
    await expectAccessible();
    await user.click(within(shown).getByRole("button", { name: "Copy: Password" }));
    await within(shown).findByText("Copied");
    expect(await navigator.clipboard.readText()).toBe("Kx7mQ2vTn4Rw");
    await user.click(within(shown).getAllByRole("button", { name: "Close" })[0]!);
    await waitFor(() => expect(screen.queryByText("Kx7mQ2vTn4Rw")).toBeNull());
  });

  /** RFC 9470: the same question comes after the proof that it needed. */
  it("needs a fresh session, and is asked for again after it", async () => {
    state.isFresh = false;
    const { user, unmount } = await accounts();
    await menuOf("DanMember", user, "Reset password");
    await user.click(await screen.findByRole("button", { name: "Generate password" }));
    await screen.findByRole("alertdialog", { name: "Confirm that it is you" });
    expect(stepUpAsked()).toMatchObject({ word: "random-password:a-1", waits: false });
    await waitFor(() => expect(document.querySelectorAll("[role$=dialog]")).toHaveLength(1));
    expect(state.sent).toEqual([]);
    unmount();
    answerStepUp(false);
    place.resumed = "random-password:a-1";
    await accounts();
    await screen.findByRole("alertdialog", { name: "Give Dan Member (DanMember) a random password?" });
  });
});

/** C-042: offered while the owner has not chosen a password, and the server's refusal stays visible. */
describe("the welcome", () => {
  it("is sent again after a question, and only if the server allows it", async () => {
    state.accounts = state.accounts.map((one) => ({ ...one, maySendWelcome: one.userId === "a-1" }));
    const { user } = await accounts();
    await user.click(screen.getByRole("link", { name: "OldTimer" }));
    const other = await screen.findByRole("dialog", { name: "OldTimer" });
    await user.click(await within(other).findByRole("button", { name: "More" }));
    await screen.findByRole("menuitem", { name: "Reset password" });
    expect(screen.queryByRole("menuitem", { name: "Send the welcome email" })).toBeNull();
    await user.keyboard("{Escape}");
    await user.click(within(other).getByRole("button", { name: "Close" }));
    await user.click(await screen.findByRole("link", { name: "Dan Member" }));
    await user.click(await screen.findByRole("button", { name: "More" }));
    await user.click(await screen.findByRole("menuitem", { name: "Send the welcome email" }));
    const question = await screen.findByRole("alertdialog", {
      name: "Send Dan Member (DanMember) the welcome email?",
    });
    const path = "/api/security/admin/user/mail/approved";
    const sends = fakeAccounts([]);
    server.use(answers("post", path, () => refusal(429, "Enough such emails for today.")));
    await user.click(within(question).getByRole("button", { name: "Send" }));
    await within(question).findByText("Enough such emails for today.");
    await expectAccessible();
    server.use(...sends.mocks.filter((one) => one.path === path).map(handlerOf));
    await user.click(within(question).getByRole("button", { name: "Send" }));
    await screen.findByText("The welcome email is sent to Dan Member (DanMember).");
    expect(sends.state.sent).toEqual([{ userId: "a-1", type: 1 }]);
  });
});

/** C-042, T-16. */
describe("a forgotten password", () => {
  it("is marked in the list, and its owner is sent a link", async () => {
    state.accounts = [
      ...state.accounts,
      anAccount({ userId: "a-9", username: "FredForgot", fullName: "Fred Forgot" }),
    ];
    const { user } = await accounts();
    expect(screen.getAllByText("Asks for a new password", { selector: "[data-line]" })).toHaveLength(1);
    await menuOf("FredForgot", user, "Email a link for a new password");
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: "Send" }));
    await screen.findByText(/^The link is sent to /);
    expect(state.sent).toEqual([{ userId: "a-9", type: 2 }]);
  });
});

describe("an address that its mail server refused", () => {
  const refused = () =>
    anAccount({
      userId: "a-9",
      username: "NoMail",
      fullName: "No Mail",
      emailRefused: { at: Date.UTC(2026, 10, 20, 9), code: 550 },
    });

  it("is marked in the list, and its details say since when and by which code", async () => {
    state.accounts = [...state.accounts, refused()];
    const { user } = await accounts();
    expect(screen.getAllByText("Email refused", { selector: "[data-line]" })).toHaveLength(1);
    await user.click(screen.getByRole("link", { name: "No Mail" }));
    await screen.findByText("Refused by its mail server since 20 Nov 2026 (code 550)");
    await expectAccessible();
  });

  it("is found by its filter", async () => {
    state.accounts = [...state.accounts, refused()];
    renderPortal(`${PATH}?emailRefused=1`, routes);
    await screen.findByRole("link", { name: "No Mail" });
    expect(screen.queryByRole("link", { name: "Dan Member" })).toBeNull();
  });
});

describe("the details of an account", () => {
  it("show all that is known, and offer what the server allows", async () => {
    state.accounts = state.accounts.map((one) => ({
      ...one,
      claims: { nickname: "Danny", address: { country: "China" } },
      rights: { ...one.rights, status: false },
    }));
    const { user } = await accounts();
    await user.click(screen.getByRole("link", { name: "Dan Member" }));
    const drawer = await screen.findByRole("dialog", { name: "Dan Member (DanMember)" });
    for (const text of ["dan@demo.test (confirmed)", "Danny", "China"]) await within(drawer).findByText(text);
    await expectAccessible();
    expect(within(drawer).queryByRole("button", { name: "Disable" })).toBeNull();
    await user.click(within(drawer).getByRole("button", { name: "Edit" }));
    await screen.findByRole("dialog", { name: "Edit Dan Member (DanMember)" });
  });

  it("say what failed, with a button to try again", async () => {
    server.use(answers("get", "/api/security/admin/user/info", () => refusal(999999, "Not now.")));
    const { user } = await accounts();
    await user.click(screen.getByRole("link", { name: "Dan Member" }));
    const drawer = await screen.findByRole("dialog");
    await within(drawer).findByText("Not now.");
    within(drawer).getByRole("button", { name: "Try again" });
  });
});
