import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { place } from "../../../api/step-up";
import { chooseLanguage } from "../../../i18n/i18n";
import { aUser } from "../../../testing/factories";
import { anAccount, fakeAccounts } from "../../../testing/fake-accounts";
import { aSession, expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

const PAGE = "/auth-management/account-list";
const QUESTION = "Reset the second factors of Dan Member (DanMember)?";

let state: ReturnType<typeof fakeAccounts>["state"];

beforeEach(() => {
  const { rights } = anAccount();
  const other = anAccount({
    ...{ userId: "a-2", username: "EveNewcomer", fullName: "Eve Newcomer" },
    rights: { ...rights, password: false },
  });
  const fake = fakeAccounts([anAccount(), other]);
  state = fake.state;
  const accessList = ["account_maintain.AccountManagement.AccountList.view" as const];
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList }))),
    ...fake.mocks.map(handlerOf),
  );
});

/** Opens the question from the details of the account. */
async function asked() {
  const session = aSession();
  const view = renderPortal(PAGE, routes, { session });
  await view.user.click(await screen.findByRole("link", { name: "Dan Member" }));
  await view.user.click(await screen.findByRole("button", { name: "More" }));
  await view.user.click(await screen.findByRole("menuitem", { name: "Reset second factors" }));
  const question = await screen.findByRole("alertdialog", { name: QUESTION });
  const reset = () => view.user.click(within(question).getByRole("button", { name: "Reset" }));
  return { ...view, session, question, reset };
}

describe("resetting somebody's second factors", () => {
  it("says first what follows, and then what was done", async () => {
    const { question, reset } = await asked();
    expect(question.textContent).toContain(
      "Their authenticator app, passkeys, recovery codes and remembered browsers are removed, and all their sessions end.",
    );
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Back"));
    await expectAccessible(question);
    await chooseLanguage("zh-cn");
    await within(question).findByText(/将移除该用户的身份验证器应用、通行密钥.*并结束其所有会话/);
    await chooseLanguage("en-us");
    await reset();
    await screen.findByText("The second factors of Dan Member (DanMember) are reset.");
    expect(state.sent).toEqual([{ userId: "a-1" }]);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });

  it("says if there was none", async () => {
    state.hasFactors = false;
    const { reset } = await asked();
    await reset();
    await screen.findByText("Dan Member (DanMember) had no second factor. Nothing has changed.");
  });

  it("is only offered to people who may give the account a password", async () => {
    const { user } = renderPortal(PAGE, routes);
    await user.click(await screen.findByRole("button", { name: "Actions for EveNewcomer" }));
    await screen.findByRole("menuitem", { name: "Sessions" });
    expect(screen.queryByRole("menuitem", { name: "Reset second factors" })).toBeNull();
  });

  /** RFC 9470: an administrator proves who they are too, and comes back to the same question. */
  it("needs a fresh session", async () => {
    state.isFresh = false;
    const { session, reset } = await asked();
    await reset();
    const proof = await screen.findByRole("alertdialog", { name: "Confirm that it is you" });
    // The question has closed, and has taken neither the dialog after it nor its focus with it.
    await waitFor(() => expect(document.querySelectorAll("[role$=dialog]")).toHaveLength(1));
    const confirm = within(proof).getByRole("button", { name: "Confirm" });
    await waitFor(() => expect(document.activeElement).toBe(confirm));
    confirm.click();
    expect(session.begin).toHaveBeenCalledExactlyOnceWith("/", {
      proof: { acr_values: "urn:atrium:acr:mfa", max_age: "300" },
      word: "reset-factors:a-1",
    });
    expect(state.sent).toEqual([]);
  });

  it("asks the same question after the proof, if the reader may still do it", async () => {
    place.resumed = "reset-factors:a-2";
    const { unmount } = renderPortal(PAGE, routes);
    await screen.findByRole("link", { name: "Dan Member" });
    expect(screen.queryByRole("alertdialog")).toBeNull();
    unmount();
    place.resumed = "reset-factors:a-1";
    renderPortal(PAGE, routes);
    await screen.findByRole("alertdialog", { name: QUESTION });
    expect(state.sent).toEqual([]);
  });
});
