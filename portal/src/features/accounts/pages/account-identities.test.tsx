import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { place } from "../../../api/step-up";
import { aUser } from "../../../testing/factories";
import { anAccount, fakeAccounts } from "../../../testing/fake-accounts";
import { fakeIdentities } from "../../../testing/fake-identities";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

const PAGE = "/auth-management/account-list";
const TITLE = "Corporate identities of Dan Member (DanMember)";

let state: ReturnType<typeof fakeIdentities>["state"];

beforeEach(() => {
  const identities = fakeIdentities();
  state = identities.state;
  const accessList = ["account_maintain.AccountManagement.AccountList.view" as const];
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList }))),
    ...[...fakeAccounts([anAccount()]).mocks, ...identities.mocks].map(handlerOf),
  );
});

async function drawer() {
  const { user } = renderPortal(PAGE, routes);
  await user.click(await screen.findByRole("button", { name: "Actions for DanMember" }));
  await user.click(await screen.findByRole("menuitem", { name: "Corporate identities" }));
  return { user, opened: await screen.findByRole("dialog", { name: TITLE }) };
}

it("shows how a person signs in elsewhere, and unlinks an identity after a question", async () => {
  const { user, opened } = await drawer();
  await within(opened).findByText("L0042");
  await expectAccessible(opened);
  const unlink = "Unlink: Lion Identity (dan@demo.test)";
  await user.click(await within(opened).findByRole("button", { name: unlink }));
  const question = await screen.findByRole("alertdialog", {
    name: "Unlink Lion Identity (dan@demo.test) from Dan Member (DanMember)?",
  });
  await user.click(within(question).getByRole("button", { name: "Unlink" }));
  const key = { userId: "a-1", issuer: "https://id.demo.test", subject: "dan-7" };
  await waitFor(() => expect(state.sent).toEqual([["admin", key]]));
  await screen.findByRole("dialog", { name: TITLE });
});

it("opens the list again after a sign-in in between", async () => {
  place.resumed = "unlink-identity:a-1";
  renderPortal(PAGE, routes);
  await screen.findByRole("dialog", { name: TITLE });
});
