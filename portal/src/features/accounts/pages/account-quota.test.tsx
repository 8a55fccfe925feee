import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { AccessCode } from "../../../access/codes";
import { aUser } from "../../../testing/factories";
import { anAccount, fakeAccounts } from "../../../testing/fake-accounts";
import { fakeGateway } from "../../../testing/fake-gateway";
import { renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

const VIEW = "account_maintain.AccountManagement.AccountList.view";
const GATEWAY = "operation_access.SystemManagement.AssistantGateway.view";

/** The details of an account, for a reader with these codes. */
async function details(...accessList: AccessCode[]) {
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList }))),
    ...[...fakeAccounts([anAccount()]).mocks, ...fakeGateway().mocks].map(handlerOf),
  );
  renderPortal("/auth-management/account-list?account=a-1", routes);
  // The drawer that looks for the account goes first.
  await screen.findByText("Sign-in");
  return screen.getByRole("dialog");
}

// G-78
it("says how much of the assistant the person may use, and why", async () => {
  const drawer = await details(VIEW, GATEWAY);
  await within(drawer).findByText("100,000 words, from the group Brand team");
  expect(drawer.textContent).toContain("Used this month1,200 words");
});

it("says nothing of it to readers who may not see quotas", async () => {
  const drawer = await details(VIEW);
  expect(drawer.textContent).not.toContain("Assistant");
});
