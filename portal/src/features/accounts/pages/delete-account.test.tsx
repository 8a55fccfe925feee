import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { place } from "../../../api/step-up";
import { chooseLanguage } from "../../../i18n/i18n";
import { aUser } from "../../../testing/factories";
import { anAccount, fakeAccounts } from "../../../testing/fake-accounts";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

const PAGE = "/auth-management/account-list";

let state: ReturnType<typeof fakeAccounts>["state"];

beforeEach(() => {
  const fake = fakeAccounts([anAccount()]);
  state = fake.state;
  const accessList = ["account_maintain.AccountManagement.AccountList.view" as const];
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList }))),
    ...fake.mocks.map(handlerOf),
  );
});

/** Decision 0068: an administrator deletes an account, sees that, and takes it back. */
describe("deleting an account", () => {
  const actions = async () => {
    const view = renderPortal(PAGE, routes);
    await view.user.click(await screen.findByRole("link", { name: "Dan Member" }));
    const choose = async (name: string) => {
      await view.user.click(await screen.findByRole("button", { name: "More" }));
      await view.user.click(await screen.findByRole("menuitem", { name }));
    };
    return { ...view, choose };
  };

  it("says what follows, and is taken back from the same menu", async () => {
    const { user, choose } = await actions();
    await choose("Delete");
    const question = await screen.findByRole("alertdialog", {
      name: "Delete the account of Dan Member (DanMember)?",
    });
    expect(question.textContent).toContain("After 14 days everything that names the person is erased");
    await expectAccessible(question);
    await chooseLanguage("zh-cn");
    await within(question).findByText(/14 天后，系统会清除所有能识别/);
    await chooseLanguage("en-us");
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    await screen.findByText(
      /The account of Dan Member \(DanMember\) is deleted\. It will be erased on 6 Dec 2026/,
    );
    expect(state.sent).toEqual([{ userId: "a-1", confirm: true }]);
    await screen.findByText(/^To be erased on 6 Dec 2026/);

    await user.click(await screen.findByRole("link", { name: "Dan Member" }));
    await screen.findByText("Deleted by");
    await user.click(await screen.findByRole("button", { name: "More" }));
    // Neither enabled nor deleted once more.
    const items = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
    expect(items).toContain("Keep account");
    expect(items).not.toContain("Enable");
    expect(items).not.toContain("Delete");
    await user.click(screen.getByRole("menuitem", { name: "Keep account" }));
    const keep = await screen.findByRole("alertdialog", {
      name: "Keep the account of Dan Member (DanMember)?",
    });
    await user.click(within(keep).getByRole("button", { name: "Keep account" }));
    await screen.findByText("The account of Dan Member (DanMember) stays.");
    await waitFor(() => expect(screen.queryByText(/^To be erased on/)).toBeNull());
  });

  it("asks the same question after the proof that it needs, if the reader may still do it", async () => {
    place.resumed = "delete-account:a-1";
    renderPortal(PAGE, routes);
    await screen.findByRole("alertdialog", { name: "Delete the account of Dan Member (DanMember)?" });
    expect(state.sent).toEqual([]);
  });

  it("is not offered to somebody who may not", async () => {
    const { rights } = anAccount();
    state.accounts = [anAccount({ rights: { ...rights, delete: false } })];
    const { user } = await actions();
    await user.click(await screen.findByRole("button", { name: "More" }));
    await screen.findByRole("menuitem", { name: "Disable" });
    expect(screen.queryByRole("menuitem", { name: "Delete" })).toBeNull();
  });
});
