import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { aUser } from "../../../testing/factories";
import { anAccount, fakeAccounts } from "../../../testing/fake-accounts";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

const LIST = "account_maintain.AccountManagement.AccountList";

let state: ReturnType<typeof fakeAccounts>["state"];

beforeEach(() => {
  const fake = fakeAccounts([anAccount()]);
  state = fake.state;
  const accessList = [`${LIST}.view`, `${LIST}.add`, `${LIST}.export`];
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList }))),
    ...fake.mocks.map(handlerOf),
  );
});

async function page() {
  const view = renderPortal("/auth-management/account-list", routes);
  await screen.findByRole("link", { name: "Dan Member" });
  return view;
}

async function sessions() {
  const { user } = await page();
  await user.click(screen.getByRole("button", { name: "Actions for DanMember" }));
  await user.click(await screen.findByRole("menuitem", { name: "Sessions" }));
  const drawer = await screen.findByRole("dialog", { name: "Sessions of Dan Member (DanMember)" });
  await within(drawer).findByText("Edge on Windows");
  return { user, drawer };
}

it("shows where a person is signed in, and ends one session after a question", async () => {
  const { user, drawer } = await sessions();
  expect(drawer.textContent).toContain("from 192.0.2.17");
  expect(drawer.textContent).toContain("Applications used: Atrium and 演示应用");
  expect(drawer.textContent).toContain("reporting-script/1.4");
  expect(drawer.textContent).toContain("With offline access: Demo App.");
  await expectAccessible(drawer);
  await user.click(within(drawer).getByRole("button", { name: "End the session: Edge on Windows" }));
  const question = await screen.findByRole("alertdialog", {
    name: "End this session of Dan Member (DanMember)?",
  });
  await user.click(within(question).getByRole("button", { name: "End" }));
  await waitFor(() => expect(state.sent).toEqual([{ userId: "a-1", sessionId: "s-1" }]));
  await waitFor(() => expect(screen.queryByText("Edge on Windows")).toBeNull());
  await screen.findByText("reporting-script/1.4");
});

it("ends all sessions after a question", async () => {
  const { user, drawer } = await sessions();
  await user.click(within(drawer).getByRole("button", { name: "End all" }));
  const question = await screen.findByRole("alertdialog", {
    name: "Sign Dan Member (DanMember) out everywhere?",
  });
  await user.click(within(question).getByRole("button", { name: "End all" }));
  await screen.findByText("Not signed in anywhere.");
  expect(state.sent).toEqual([{ userId: "a-1" }]);
});

it("offers the list as a file to people who may download it", async () => {
  const { user } = await page();
  await user.click(screen.getByRole("button", { name: "Download CSV" }));
  const dialog = await screen.findByRole("dialog", { name: "Download the list: Accounts" });
  expect(dialog.textContent).toContain("The file contains all rows.");
});

async function sendFile(text: string) {
  const { user } = await page();
  await user.click(screen.getByRole("button", { name: "Import" }));
  const drawer = await screen.findByRole("dialog", { name: "Import accounts" });
  const file = new File([text], "people.csv", { type: "text/csv" });
  await user.upload(within(drawer).getByLabelText("File", { selector: "input" }), file);
  return { user, drawer };
}

it("imports a file after the reader has seen what it does", async () => {
  const { user, drawer } = await sendFile("username,fullName\nDanMember,丹 · 成员\n");
  await within(drawer).findByText(/1 account will be added · 1 account will change/);
  expect(drawer.textContent).toContain("Row 2: DanMember");
  expect(drawer.textContent).toContain("Dan Member → 丹 · 成员");
  expect(drawer.textContent).toContain("Row 3: MarieTheresePetitjean (New)");
  await expectAccessible(drawer);
  await user.click(within(drawer).getByRole("button", { name: "Import" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const [check, real] = state.sent as { dryRun: boolean; file: string; check?: string }[];
  expect([check?.dryRun, real?.dryRun, real?.check]).toEqual([true, false, "check-1"]);
  expect(real?.file).toBe(check?.file);
});

it("lists every fault of a file with its row and column, and offers no import", async () => {
  const { drawer } = await sendFile("username,email\nno hump,x\n");
  await within(drawer).findByText("Row 2, column username:");
  within(drawer).getByText("Letters and digits: words that each begin with a capital, such as ZhangSan.");
  within(drawer).getByText("Row 7:");
  const button = within(drawer).getByRole<HTMLButtonElement>("button", { name: "Import" });
  expect(button.disabled).toBe(true);
});
