import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { chooseLanguage } from "../../../i18n/i18n";
import { aConfig } from "../../../testing/factories";
import { fakeAccount } from "../../../testing/fake-account";
import { fakeBelonging } from "../../../testing/fake-belonging";
import { anIdentity, fakeIdentities } from "../../../testing/fake-identities";
import { fakeOwnAccount } from "../../../testing/fake-own-account";
import { fakePasskeys, somePasskeys } from "../../../testing/fake-passkeys";
import { aSession, expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server } from "../../../testing/server";
import { browser } from "../browser";
import { routes } from "../routes";

let state: ReturnType<typeof fakeOwnAccount>["state"];

beforeEach(() => {
  const fake = fakeOwnAccount();
  state = fake.state;
  const others = [fakeAccount(), fakePasskeys(somePasskeys), fakeIdentities([anIdentity()]), fakeBelonging()];
  server.use(...[...others, fake].flatMap(({ mocks }) => mocks.map(handlerOf)));
});

const config = aConfig({ selfDelete: true });
const open = async () => {
  const session = aSession();
  const { user } = renderPortal("/account/profile", routes, { session, config });
  await user.click(await screen.findByRole("button", { name: "Delete my account" }));
  const question = await screen.findByRole("alertdialog", { name: "Delete your account?" });
  const go = () => user.click(within(question).getByRole("button", { name: "Delete my account" }));
  return { session, question, go };
};

/** Decision 0068. */
describe("deleting one's own account", () => {
  it("ends every session and says what follows", async () => {
    const goTo = vi.spyOn(browser, "goTo").mockReturnValue();
    const { session, question, go } = await open();
    expect(question.textContent).toContain("for 14 days you can take the deletion back");
    await expectAccessible(question);
    await go();
    await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith("/account/deleted"));
    expect(session.end).toHaveBeenCalledOnce();
    // Nothing is asked with the dead session.
    expect([state.sent, state.late]).toEqual([[["delete", { confirm: true }]], 0]);
  });

  it("names the administrator where no email can be sent", async () => {
    const goTo = vi.spyOn(browser, "goTo").mockReturnValue();
    state.emailed = false;
    const { go } = await open();
    await go();
    await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith("/account/deleted?by=administrator"));
  });

  it("shows why the server refuses", async () => {
    const last = "You are the last super administrator.";
    server.use(answers("post", "/api/security/account/delete", () => refusal(100012, last)));
    const { session, question, go } = await open();
    await go();
    await within(question).findByText(last);
    expect(session.end).not.toHaveBeenCalled();
  });

  it("is offered only where the settings allow it", async () => {
    renderPortal("/account/profile", routes);
    await screen.findByRole("heading", { name: "About you" });
    expect(screen.queryByRole("button", { name: "Delete my account" })).toBeNull();
  });
});

describe("the page after the deletion", () => {
  const page = (search: string) =>
    renderPortal(`/account/deleted${search}`, routes, {
      session: aSession({ signedIn: false, restore: () => Promise.resolve(false) }),
    });

  it("says what follows, without a session, in both languages", async () => {
    page("");
    await screen.findByRole("heading", { level: 1, name: "Your account is deleted" });
    await screen.findByText(/You have an email with a link that takes the deletion back/);
    await expectAccessible();
    await chooseLanguage("zh-cn");
    await screen.findByRole("heading", { level: 1, name: "您的账号已删除" });
  });

  it("names the administrator without an email", async () => {
    page("?by=administrator");
    await screen.findByText(/An administrator can take the deletion back for 14 days/);
  });
});
