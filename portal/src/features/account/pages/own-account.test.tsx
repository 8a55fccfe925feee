import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { chooseLanguage } from "../../../i18n/i18n";
import { fakeAccount } from "../../../testing/fake-account";
import { fakeOwnAccount } from "../../../testing/fake-own-account";
import { aSession, expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, nobody, refusal, server } from "../../../testing/server";
import { browser } from "../browser";
import { routes } from "../routes";

let state: ReturnType<typeof fakeOwnAccount>["state"];

function given() {
  const fake = fakeOwnAccount();
  state = fake.state;
  server.use(...[...fakeAccount().mocks, ...fake.mocks].map(handlerOf));
}

beforeEach(given);

const part = (name: string) => screen.findByRole("region", { name });
const button = (name: string, root: HTMLElement = document.body) =>
  within(root).getByRole("button", { name });
const rows = (root: HTMLElement) =>
  within(root)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

/** The menu of the account leads from one page to the others, and marks the current one. */
it("leads from page to page of the account", async () => {
  const { user, router } = renderPortal("/account/sessions", routes);
  const menu = () => screen.findByRole("navigation", { name: "My account" });
  const links = within(await menu()).getAllByRole("link");
  expect(links.map(({ textContent }) => textContent)).toEqual([
    "Profile",
    "Account security",
    "Sessions and devices",
    "Applications with access",
    "Account history",
    "Notifications",
    "My feedback",
    "My data",
  ]);
  const current = async () =>
    within(await menu())
      .getAllByRole("link", { current: "page" })
      .map(({ textContent }) => textContent);
  expect(await current()).toEqual(["Sessions and devices"]);
  await user.click(links[3]!);
  await screen.findByRole("heading", { level: 1, name: "Applications with access" });
  expect(router.state.location.pathname).toBe("/account/applications");
  expect(await current()).toEqual(["Applications with access"]);
});

describe("the sessions of one's own account", () => {
  it("are shown with browser, address and applications, in both languages", async () => {
    renderPortal("/account/sessions", routes);
    await screen.findByText("This session");
    expect(rows(await part("Where you are signed in"))).toEqual([
      "Chrome on WindowsThis sessionSigned in 22 Nov 2026, 08:30 from 192.0.2.17 · Shanghai, ChinaLast used 22 Nov 2026, 09:30Applications used: Atrium",
      "Safari on iOSSigned in 21 Nov 2026, 09:30 from 2001:db8:85a3:8d3:1319:8a2e:370:7348Last used 21 Nov 2026, 11:30Applications used: 演示应用 and gone (removed)End",
      "Unknown browserSigned in 20 Nov 2026, 09:30Last used 22 Nov 2026, 09:30End",
    ]);
    await within(await part("Remembered browsers")).findByRole("list");
    await expectAccessible();
    await chooseLanguage("zh-cn");
    const chinese = (await part("您的登录位置")).textContent;
    expect(chinese).toContain("iOS 上的 Safari");
    expect(chinese).toContain("使用过的应用：演示应用、gone（已删除）");
  });

  it("end one by one after a question, by keyboard", async () => {
    const { user } = renderPortal("/account/sessions", routes);
    (await screen.findByRole("button", { name: "End the session: Safari on iOS" })).focus();
    await user.keyboard("{Enter}");
    const question = await screen.findByRole("alertdialog", { name: "End the session in Safari on iOS?" });
    await expectAccessible(question);
    button("End", question).focus();
    await user.keyboard("{Enter}");
    await screen.findByText("The session in Safari on iOS has ended.");
    expect(state.sent).toEqual([["end", { sessionId: "s-2" }]]);
    await waitFor(() => expect(screen.queryByText("Safari on iOS")).toBeNull());
    await waitFor(() => expect(document.activeElement?.tagName).toBe("UL"));
    await user.tab();
    expect(document.activeElement).toBe(button("End the session: Unknown browser"));
  });

  it("end all but this one", async () => {
    const { user } = renderPortal("/account/sessions", routes);
    await user.click(await screen.findByRole("button", { name: "End all others" }));
    const question = await screen.findByRole("alertdialog", { name: "Sign out everywhere else?" });
    await user.click(button("End all others", question));
    await screen.findByText("You are signed out everywhere else.");
    expect(state.sent).toEqual([["end-others", null]]);
    await waitFor(() => expect(screen.queryByRole("button", { name: "End all others" })).toBeNull());
    expect(rows(await part("Where you are signed in"))).toHaveLength(1);
  });

  it("end with all that belongs to the account when its owner locks it", async () => {
    const goTo = vi.spyOn(browser, "goTo").mockReturnValue();
    const session = aSession();
    const { user } = renderPortal("/account/sessions", routes, { session });
    await part("Lock my account");
    await user.click(button("Lock my account"));
    const question = await screen.findByRole("alertdialog", { name: "Lock your account?" });
    expect(question.textContent).toContain("until you choose a new password with the link we email you");
    expect(question.textContent).toContain("all your passkeys are removed");
    await expectAccessible(question);
    await user.click(button("Lock my account", question));
    await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith("/account/locked"));
    expect(session.end).toHaveBeenCalledOnce();
    // Nothing is asked with the dead session, not even by the lists of the page.
    expect([state.sent, state.late]).toEqual([[["lock", null]], 0]);
  });

  it("do not end when the server refuses the lock", async () => {
    const last = "You are the last super administrator.";
    server.use(answers("post", "/api/security/account/lock", () => refusal(100012, last)));
    const { user } = renderPortal("/account/sessions", routes);
    await part("Lock my account");
    await user.click(button("Lock my account"));
    const question = await screen.findByRole("alertdialog", { name: "Lock your account?" });
    await user.click(button("Lock my account", question));
    await within(question).findByText(last);
    await user.click(button("Back", question));
    await screen.findByRole("button", { name: "End all others" });
  });

  it("say what failed, and try again", async () => {
    server.use(answers("get", "/api/security/account/sessions", () => nobody));
    const { user } = renderPortal("/account/sessions", routes);
    const failed = await part("Where you are signed in");
    await within(failed).findByText("The server can’t be reached. Check your connection.");
    // The other parts do without.
    button("Lock my account");
    await screen.findByRole("button", { name: "Forget: Chrome on Windows" });
    given();
    await user.click(button("Try again", failed));
    await screen.findByRole("button", { name: "End the session: Safari on iOS" });
  });

  it("do not hide that the remembered browsers failed to load", async () => {
    server.use(answers("get", "/api/security/account/factors", () => nobody));
    renderPortal("/account/sessions", routes);
    await within(await part("Remembered browsers")).findByRole("button", { name: "Try again" });
  });
});

describe("the page after the lock", () => {
  const page = (signedIn: boolean) =>
    renderPortal("/account/locked", routes, {
      session: aSession({ signedIn, restore: () => Promise.resolve(signedIn) }),
    });

  it("says what follows, without a session, in both languages", async () => {
    page(false);
    await screen.findByRole("heading", { level: 1, name: "Your account is locked" });
    await screen.findByText(/You have an email with a link to choose a new password/);
    await expectAccessible();
    await chooseLanguage("zh-cn");
    await screen.findByRole("heading", { level: 1, name: "您的账号已锁定" });
  });

  it("is not shown to somebody who is signed in", async () => {
    page(true);
    await part("Lock my account");
  });
});

describe("the applications of one's own account", () => {
  const heading = "Applications with access to your account";

  it("are shown with what they may do, in both languages", async () => {
    renderPortal("/account/applications", routes);
    expect(rows(await part(heading))).toEqual([
      "Demo AppMay: see your email address, confirm who you are and reports.readKeeps its access when you sign outSince 2 Nov 2026Last used 22 Nov 2026, 09:30Withdraw",
      "gone (removed)Since 3 Nov 2026Withdraw",
    ]);
    await expectAccessible();
    await chooseLanguage("zh-cn");
    expect((await part("可访问您账号的应用")).textContent).toContain(
      "可以：查看您的邮箱、确认您的身份、reports.read",
    );
  });

  it("lose their access after a question", async () => {
    const { user } = renderPortal("/account/applications", routes);
    await part(heading);
    await user.click(button("Withdraw access from Demo App"));
    const question = await screen.findByRole("alertdialog", { name: "Withdraw access from Demo App?" });
    await expectAccessible(question);
    await user.click(button("Withdraw", question));
    await screen.findByText("Demo App no longer has access to your account.");
    expect(state.sent).toEqual([["withdraw", { client_id: "demo-app" }]]);
    state.applications = [];
    await user.click(button("Withdraw access from gone (removed)"));
    await user.click(button("Withdraw", await screen.findByRole("alertdialog")));
    await screen.findByText("No application has access to your account.");
  });
});

describe("the history of one's own account", () => {
  const cells = () =>
    screen
      .getAllByRole("row")
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole("cell")
          .map(({ textContent }) => textContent),
      );

  it("says what happened, how and where, in both languages", async () => {
    renderPortal("/account/history", routes);
    await waitFor(() =>
      expect(cells().slice(0, 5)).toEqual([
        [
          "Signed in",
          "With a passkey",
          "Chrome on Windows192.0.2.17 · Shanghai, China",
          "22 Nov 2026, 19:30",
        ],
        ["Sign-in refused", "wrong password", "192.0.2.17", "22 Nov 2026, 18:30"],
        ["Second factors reset", "By an administrator or the system", "–", "22 Nov 2026, 17:30"],
        ["Passkey added", "Phone", "Safari on iOS192.0.2.17", "22 Nov 2026, 16:30"],
        ["Signed in", "With password and second factor", "Chrome on Windows192.0.2.17", "22 Nov 2026, 15:30"],
      ]),
    );
    await screen.findByRole("navigation", { name: "My account" });
    await expectAccessible();
    await chooseLanguage("zh-cn");
    await waitFor(() => expect(cells()[0]?.slice(0, 2)).toEqual(["登录成功", "使用通行密钥"]));
  });

  it("says when the account was locked, opened again and lost an identity, in both languages", async () => {
    const of = (kind: string, detail: object) => ({ kind, detail: { ...detail }, browser: null });
    const shown = [
      of("account.changed", { change: "locked" }),
      of("account.changed", { change: "unlocked" }),
      of("identity.unlinked", { provider: "lion", subject: "7" }),
    ];
    const [entry] = state.history;
    state.history = shown.map((given, id) => ({
      ...entry!,
      id: `k-${id}`,
      ...given,
    })) as typeof state.history;
    renderPortal("/account/history", routes);
    const words = () => cells().map(([what, how]) => [what, how]);
    await waitFor(() =>
      expect(words()).toEqual([
        ["Account locked", "–"],
        ["Account opened again", "–"],
        ["Corporate identity unlinked", "lion"],
      ]),
    );
    await chooseLanguage("zh-cn");
    await waitFor(() => expect(words()[0]?.[0]).toBe("账号已锁定"));
  });

  it.each([
    [["pwd"], "With the password"],
    [["hwk", "user", "mfa"], "With a passkey"],
    [["hwk", "mfa"], "With a corporate identity and a second factor"],
    [[], "With a corporate identity"],
    [["otp", "mfa"], "With a corporate identity and a second factor"],
  ])("names the way %j (RFC 8176)", async (amr, words) => {
    state.history = state.history.slice(0, 1).map((entry) => ({ ...entry, detail: { amr } }));
    renderPortal("/account/history", routes);
    await waitFor(() => expect(cells()[0]?.[1]).toBe(words));
  });
});
