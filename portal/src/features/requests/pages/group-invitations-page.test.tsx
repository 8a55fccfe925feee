import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { chooseLanguage } from "../../../i18n/i18n";
import { aConfig } from "../../../testing/factories";
import { fakeMembers } from "../../../testing/fake-members";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { handlerOf, server } from "../../../testing/server";
import { routes } from "../routes";

const ADDRESS = "/my-groups/g-1/invitations";
let state: ReturnType<typeof fakeMembers>["state"];

beforeEach(() => {
  const fake = fakeMembers();
  state = fake.state;
  server.use(...fake.mocks.map(handlerOf));
});

/** C-098, G-65: the open invitations of a group, and the expired ones. */
it("shows whom a group invited to register, in both languages", async () => {
  renderPortal(ADDRESS, routes);
  const row = await screen.findByRole("row", { name: /li\.wei@demo\.test/ });
  within(row).getByText("Dan Member");
  await screen.findByText("Finance");
  within(screen.getByRole("row", { name: /northlight-media/ })).getByText("Expired");
  const back = screen.getByRole("link", { name: "Members of the group" });
  expect(back.getAttribute("href")).toBe("/my-groups/g-1");
  await expectAccessible();
  await chooseLanguage("zh-cn");
  await screen.findByRole("heading", { level: 1, name: "注册邀请" });
  await expectAccessible();
});

it("withdraws an invitation after a question", async () => {
  const { user } = renderPortal(ADDRESS, routes);
  const name = "Withdraw the invitation to li.wei@demo.test";
  await user.click(await screen.findByRole("button", { name }));
  const question = await screen.findByRole("alertdialog", { name: "Withdraw the invitation?" });
  within(question).getByText("The link sent to li.wei@demo.test stops working.");
  await user.click(within(question).getByRole("button", { name: "Withdraw" }));
  await screen.findByText("The invitation to li.wei@demo.test is withdrawn.");
  expect(state.sent).toEqual([{ groupId: "g-1", invitationId: "i-1" }]);
  await waitFor(() => expect(screen.queryByRole("button", { name })).toBeNull());
});

it("says that an invitation was accepted meanwhile", async () => {
  const { user } = renderPortal(ADDRESS, routes);
  await user.click(await screen.findByRole("button", { name: /to li\.wei@demo\.test/ }));
  state.invitations = [];
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: "Withdraw" }));
  await screen.findByText(/li\.wei@demo\.test has accepted the invitation/);
});

/** D-03, G-65: nobody was found, so the searched address is invited to register. */
it("invites the address that was searched for in vain", async () => {
  const { user } = renderPortal("/my-groups/g-1", routes, { config: aConfig({ invitations: true }) });
  const link = await screen.findByRole("link", { name: "Invitations" });
  expect(link.getAttribute("href")).toBe(ADDRESS);
  await user.click(await screen.findByRole("button", { name: "Add user" }));
  const drawer = await screen.findByRole("dialog", { name: "Add user" });
  await user.type(
    within(drawer).getByRole("textbox", { name: "Name, account name or email" }),
    "new@else.test{Enter}",
  );
  await user.click(await within(drawer).findByRole("button", { name: "Invite by email" }));
  const invite = await screen.findByRole("dialog", { name: "Invite by email" });
  const box = within(invite).getByRole<HTMLTextAreaElement>("textbox", { name: /^Email addresses/ });
  expect(box.value).toBe("new@else.test");
  await within(invite).findByText(/They choose a name and a password/);
  await user.selectOptions(within(invite).getByRole("combobox", { name: "Whom" }), "members");
  await within(invite).findByText(/people who have an account, each on a line/);
  await user.selectOptions(within(invite).getByRole("combobox", { name: "Whom" }), "newcomers");
  await expectAccessible();
  await user.click(within(invite).getByRole("button", { name: "Send invitations" }));
  await screen.findByText("1 invitation is sent.");
  expect(state.sent).toEqual([{ type: 2, groupId: "g-1", emailList: [{ email: "new@else.test" }] }]);
});
