import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { chooseLanguage } from "../../../i18n/i18n";
import { fakeApplicants } from "../../../testing/fake-applicants";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

const LIST = "/api/security/user-group/account-application/list";
const ADDRESS = "/my-groups/g-1/account-applications";
let fake: ReturnType<typeof fakeApplicants>;

beforeEach(() => {
  fake = fakeApplicants();
  server.use(...fake.mocks.map(handlerOf));
  const named = [{ groupId: "g-1", groupName: "Finance", products: [] }];
  server.use(answers("get", "/api/security/admin/user-group/access-info", () => success(named)));
});

/** G-62, attack 34: a manager decides about people of the own agency; the server says about whom. */
it("shows a manager who wants the group, in both languages", async () => {
  renderPortal(ADDRESS, routes);
  await screen.findByText("Finn Far");
  await screen.findByText("Finance");
  expect(screen.getAllByRole("button", { name: /^Approve the application of/ })).toHaveLength(2);
  const back = screen.getByRole("link", { name: "Members of the group" });
  expect(back.getAttribute("href")).toBe("/my-groups/g-1");
  await expectAccessible();
  await chooseLanguage("zh-cn");
  await screen.findByRole("heading", { level: 1, name: "申请加入用户组的账号" });
  await expectAccessible();
});

it("sends the group with the decision", async () => {
  const { user } = renderPortal(ADDRESS, routes);
  await user.click(await screen.findByRole("checkbox", { name: "Select all rows on this page" }));
  const bar = screen.getByRole("region", { name: "Selected rows" });
  await user.click(within(bar).getByRole("button", { name: "Refuse" }));
  const drawer = await screen.findByRole("dialog", { name: "Refuse 2 applications: 李伟 and WangFang" });
  await user.type(within(drawer).getByRole("textbox", { name: /^Reason/ }), "Not this year");
  await user.click(within(drawer).getByRole("button", { name: "Refuse" }));
  await screen.findByText("2 applications are refused.");
  expect(fake.state.sent).toEqual([
    { groupId: "g-1", ids: ["p-1", "p-2"], status: "refused", comment: "Not this year" },
  ]);
});

it("says that nobody wants the group", async () => {
  server.use(answers("get", LIST, () => success({ list: [], total: 0, more: false, sort: "" })));
  renderPortal(ADDRESS, routes);
  await screen.findByRole("heading", { name: "No data" });
});

it("says why somebody else sees nothing", async () => {
  server.use(answers("get", LIST, () => refusal(100013, "You do not manage this group.")));
  renderPortal(ADDRESS, routes);
  await screen.findByText("You do not manage this group.");
});
