import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { place } from "../../../api/step-up";
import { chooseLanguage } from "../../../i18n/i18n";
import { aUser } from "../../../testing/factories";
import { fakeAccountFactors, noFactorsOf } from "../../../testing/fake-account-factors";
import { anAccount, fakeAccounts } from "../../../testing/fake-accounts";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

const PAGE = "/auth-management/account-list";
const TITLE = "Second factors of Dan Member (DanMember)";

let state: ReturnType<typeof fakeAccountFactors>["state"];

beforeEach(() => {
  const factors = fakeAccountFactors();
  state = factors.state;
  const other = anAccount({ userId: "a-2", username: "EveNewcomer", fullName: "Eve Newcomer" });
  const accessList = ["view", "status", "password"].map(
    (act) =>
      `account_maintain.AccountManagement.AccountList.${act}` as "account_maintain.AccountManagement.AccountList.view",
  );
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList }))),
    ...[...fakeAccounts([anAccount(), other]).mocks, ...factors.mocks].map(handlerOf),
  );
});

async function chosen(item: string) {
  const { user } = renderPortal(PAGE, routes);
  await user.click(await screen.findByRole("button", { name: "Actions for DanMember" }));
  await user.click(await screen.findByRole("menuitem", { name: item }));
  return user;
}

describe("the second factors of an account", () => {
  it("shows what there is and when it was last used", async () => {
    await chosen("Second factors");
    const drawer = await screen.findByRole("dialog", { name: TITLE });
    await within(drawer).findByText("2 passkeys");
    expect(within(drawer).getByText("Recovery codes left").nextSibling?.textContent).toBe("8");
    expect(within(drawer).getByText("Firefox")).toBeDefined();
    expect(within(drawer).queryByRole("button", { name: "Remind" })).toBeNull();
    await expectAccessible(drawer);
    await chooseLanguage("zh-cn");
    await within(drawer).findByText("2 个通行密钥");
    await chooseLanguage("en-us");
  });

  it("reminds an owner who has none", async () => {
    state.info = noFactorsOf;
    const user = await chosen("Second factors");
    const drawer = await screen.findByRole("dialog", { name: TITLE });
    await within(drawer).findByText(/must add a second factor by/);
    await user.click(within(drawer).getByRole("button", { name: "Remind" }));
    await screen.findByText("Dan Member (DanMember) gets an email.");
  });

  it("says if an owner was reminded before", async () => {
    Object.assign(state, { info: noFactorsOf, outcome: "sentBefore" });
    const user = await chosen("Second factors");
    await user.click(await screen.findByRole("button", { name: "Remind" }));
    await screen.findByText("Dan Member (DanMember) was already reminded within a day.");
  });

  it("reminds many at once, and leaves out who has one", async () => {
    const { user } = renderPortal(PAGE, routes);
    await screen.findByRole("link", { name: "Dan Member" });
    for (const box of screen.getAllByRole("checkbox").slice(1)) await user.click(box);
    await user.click(await screen.findByRole("button", { name: "Remind to add a second factor" }));
    const question = await screen.findByRole("alertdialog", {
      name: "Remind 1 owner to add a second factor?",
    });
    await user.click(within(question).getByRole("button", { name: "Remind" }));
    await waitFor(() => expect(state.sent).toEqual([["remind", { userId: "a-2" }]]));
  });
});

describe("a temporary access code", () => {
  it("is shown once", async () => {
    const user = await chosen("Generate temporary access code");
    const question = await screen.findByRole("alertdialog", {
      name: "Generate a temporary access code for Dan Member (DanMember)?",
    });
    await expectAccessible(question);
    await user.click(within(question).getByRole("button", { name: "Generate code" }));
    await screen.findByText("GEZD-GNBV-GY3T-QOJQ");
    expect(state.sent).toEqual([["code", { userId: "a-1" }]]);
  });

  /** RFC 9470. */
  it("asks again after the proof that it needed", async () => {
    place.resumed = "temporary-code:a-1";
    renderPortal(PAGE, routes);
    await screen.findByRole("alertdialog", {
      name: "Generate a temporary access code for Dan Member (DanMember)?",
    });
  });
});

it("locks an account after a question", async () => {
  const user = await chosen("Lock");
  const question = await screen.findByRole("alertdialog", {
    name: "Lock the account of Dan Member (DanMember)?",
  });
  await user.click(within(question).getByRole("button", { name: "Lock" }));
  await screen.findByText("The account of Dan Member (DanMember) is locked.");
  expect(state.sent).toEqual([["lock", { userId: "a-1" }]]);
});

/** RFC 9470. */
it.each([
  ["lock-account:a-1", "Lock the account of Dan Member (DanMember)?"],
  ["require-factor:a-1", "Require a second factor of Dan Member (DanMember)?"],
])("asks again after the proof that it needed: %s", async (word, name) => {
  place.resumed = word;
  renderPortal(PAGE, routes);
  await screen.findByRole("alertdialog", { name });
});
