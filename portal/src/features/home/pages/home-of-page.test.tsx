import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { chooseLanguage } from "../../../i18n/i18n";
import { aUser } from "../../../testing/factories";
import { aCheck, fakeAccessCheck } from "../../../testing/fake-access-check";
import { anAccount, fakeAccounts } from "../../../testing/fake-accounts";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { routes as own } from "../routes";
import { routes } from "../routes-of-others";

const HOME = "account_maintain.AccountManagement.AccountList.home";

let state: ReturnType<typeof fakeAccounts>["state"];

beforeEach(() => {
  const fake = fakeAccounts([anAccount()]);
  state = fake.state;
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList: [HOME] }))),
    ...fake.mocks.map(handlerOf),
  );
});

const look = () => renderPortal("/auth-management/account-list/a-1/home", [...own, ...routes]);

/** Decision 0027: the cards of the person, and no way to open one. */
it("shows the person's cards in lists, and opens none", async () => {
  look();
  await screen.findByRole("heading", { level: 1, name: "Home as Dan Member (DanMember) sees it" });
  expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    "Everyday",
    "Planning",
    "Applications 2",
  ]);
  const main = screen.getByRole("main");
  expect(
    within(main)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "TTime Sheets, openRecord hours",
    "媒媒体日历, Ask for access计划与投放Ask for access",
    "BBrand Portal, Waiting for approvalRecord hoursWaiting for approval",
    "NNorth only, Not available to your agencyRecord hoursNot available to your agency",
  ]);
  expect(
    within(main)
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(["Back to accounts"]);
  expect(state.looks).toBe(1);
  await expectAccessible();
  await chooseLanguage("zh-cn");
  await screen.findByRole("heading", { level: 1, name: "Dan Member（DanMember）看到的首页" });
});

it("leads back to the part of the list that led here", async () => {
  const { router } = look();
  await router.navigate("/auth-management/account-list/a-1/home", { state: "?page=2&status=1" });
  const back = await screen.findByRole("link", { name: "Back to accounts" });
  expect(back.getAttribute("href")).toMatch(/account-list\?page=2&status=1$/);
});

it("says why the person can or cannot open a card, and opens nothing", async () => {
  const fake = fakeAccessCheck(aCheck({ projectName: "Time Sheets" }));
  server.use(...fake.mocks.map(handlerOf));
  const { user } = look();
  // A call that opens something would fail the test: nothing answers it.
  await user.click(await screen.findByRole("button", { name: /Time Sheets/ }));
  const drawer = await screen.findByRole("dialog", { name: "Can Dan Member open Time Sheets?" });
  await within(drawer).findByText("Dan Member can’t open Time Sheets");
  await expectAccessible();
  await user.click(within(drawer).getByRole("button", { name: "Add to Media team" }));
  const question = await screen.findByRole("alertdialog", { name: "Add Dan Member to Media team?" });
  await user.click(within(question).getByRole("button", { name: "Add to Media team" }));
  await within(drawer).findByText("Dan Member can open Time Sheets");
  // The cards are fetched again, which is a second look.
  await waitFor(() => expect(state.looks).toBe(2));
});

it("says when the person cannot sign in", async () => {
  state.accounts = [anAccount({ accountStatus: 2 })];
  look();
  await screen.findByText(
    "This account is disabled or has expired. Its owner can’t sign in, and sees none of this.",
  );
});

it("shows the refusal of the server", async () => {
  server.use(answers("get", "/api/security/admin/user/home", () => refusal(100013, "You may not do this.")));
  look();
  await screen.findByText("You may not do this.");
});

it("is closed to people without the right", async () => {
  server.use(answers("post", "/api/security/user/info", () => success(aUser({ accessList: [] }))));
  const { router } = look();
  await screen.findByRole("heading", { level: 1 });
  expect(router.state.location.pathname).toBe("/401");
  expect(state.looks).toBe(0);
});
