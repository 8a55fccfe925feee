import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { i18n, showLanguage } from "../../../i18n/i18n";
import { fakeAccount, someFactors } from "../../../testing/fake-account";
import { fakeIdentities } from "../../../testing/fake-identities";
import { fakePasskeys } from "../../../testing/fake-passkeys";
import { aSession, expectAccessible, renderPortal } from "../../../testing/render";
import { handlerOf, server } from "../../../testing/server";
import { browser } from "../browser";
import { routes } from "../routes";

let state: ReturnType<typeof fakeAccount>["state"];

function given(hasPassword = true) {
  const fake = fakeAccount({ ...someFactors(), hasPassword });
  state = fake.state;
  server.use(...[...fake.mocks, ...fakePasskeys([]).mocks, ...fakeIdentities([], []).mocks].map(handlerOf));
}

beforeEach(() => given());

/** Fills both fields of the form. */
async function type(user: UserEvent, place: HTMLElement, newPassword: string, again = newPassword) {
  for (const [label, text] of [
    [/^New password/, newPassword],
    [/^Confirm new password/, again],
  ] as const) {
    const field = within(place).getByLabelText(label);
    await user.clear(field);
    await user.type(field, text);
  }
}

const QUESTION = "Are you sure you want to change the password?";
const press = (user: UserEvent, place: HTMLElement) =>
  user.click(within(place).getByRole("button", { name: "Change password" }));

/** C-011, D-05, E-23, K-39, T-14, T-15, X-16, V-11, V-13, V-14, V-15, X-17, F-13, F-54. */
describe("one's own password", () => {
  it("is changed after a question, and every tab leaves for a page that leads to the sign-in", async () => {
    const goTo = vi.spyOn(browser, "goTo").mockReturnValue();
    const session = aSession();
    const { user } = renderPortal("/account/security?change-password", routes, { session });
    const dialog = await screen.findByRole("dialog", { name: "Change password" });
    expect(within(dialog).getByLabelText<HTMLInputElement>("Account name").readOnly).toBe(true);
    await type(user, dialog, "Changed2026*");
    await expectAccessible(dialog);
    await press(user, dialog);
    const question = await screen.findByRole("alertdialog", { name: QUESTION });
    within(question).getByText(/You are signed out everywhere/);
    await user.click(within(question).getByRole("button", { name: "Back" }));
    expect(state.sent).toEqual([]);
    await press(user, dialog);
    await press(user, await screen.findByRole("alertdialog", { name: QUESTION }));
    await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith("/account/password-changed"));
    expect(session.end).toHaveBeenCalledOnce();
    const [[, body]] = state.sent as [[string, object]];
    expect(body).toMatchObject({
      newPassword: "Changed2026*",
      confirmPassword: "Changed2026*",
      keepSession: false,
    });
  });

  /** R-17, S-27, V-12, F-36, F-37. */
  it.each([
    ["Short7", "Short7", "Please input valid format"],
    ["Much2Long".repeat(3), "Much2Long".repeat(3), "Please input valid format"],
    ["Changed-2026", "Changed-2026", "Only digits, letters and * are allowed"],
    ["Changed2026", "Changed2026*", "The new password and its confirmation do not match"],
  ])("is checked on its own page before it is sent: %s, %s", async (newPassword, again, fault) => {
    const { user, container } = renderPortal("/account-user/password", routes);
    await screen.findByRole("heading", { level: 1, name: "Update Password" });
    await screen.findByLabelText(/^Confirm new password/);
    const page = screen.getByRole("main");
    await type(user, page, newPassword, again);
    await press(user, page);
    await within(page).findByText(fault);
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await expectAccessible(container);
  });

  it("shows what the server refuses at its field", async () => {
    const { user } = renderPortal("/account-user/password", routes);
    await screen.findByLabelText(/^Confirm new password/);
    const page = screen.getByRole("main");
    state.refused = "This password is too common.";
    await type(user, page, "Password1");
    await press(user, page);
    await press(user, await screen.findByRole("alertdialog", { name: QUESTION }));
    await within(page).findByText("This password is too common.");
    // T-15, X-16: both fields are cleared.
    expect(within(page).getByLabelText<HTMLInputElement>(/^New password/).value).toBe("");
    expect(within(page).getByLabelText<HTMLInputElement>(/^Confirm new password/).value).toBe("");
  });

  it.each([
    ["/account-user/password", "/account/security"],
    ["/account-user/password?first", "/"],
  ])("keeps the session when it is changed on its page, %s", async (path, next) => {
    const session = aSession();
    const { user, router } = renderPortal(path, routes, { session });
    await screen.findByLabelText(/^Confirm new password/);
    const page = screen.getByRole("main");
    await type(user, page, "Changed2026*");
    await press(user, page);
    const question = await screen.findByRole("alertdialog", { name: QUESTION });
    within(question).getByText(/You stay signed in here/);
    await press(user, question);
    await waitFor(() => expect(router.state.location.pathname).toBe(next));
    expect(session.end).not.toHaveBeenCalled();
    const [[, body]] = state.sent as [[string, object]];
    expect(body).toMatchObject({ newPassword: "Changed2026*", keepSession: true });
  });

  /** V-14, D-05, D-26, F-61. */
  it("is asked for in the words of the specification, 'dc:您确定要修改密码吗？'", async () => {
    const { user } = renderPortal("/account-user/password", routes);
    await screen.findByLabelText(/^Confirm new password/);
    const page = screen.getByRole("main");
    await type(user, page, "Changed2026*");
    await press(user, page);
    await screen.findByRole("alertdialog", { name: QUESTION });
    await act(() => showLanguage("zh-cn"));
    await screen.findByRole("alertdialog", { name: "您确定要修改密码吗？" });
    expect(i18n.t("dc:您确定要修改密码吗？")).toBe("您确定要修改密码吗？");
  });

  it("says while it is typed how strong it is, in both languages", async () => {
    const { user } = renderPortal("/account-user/password", routes);
    const field = await screen.findByLabelText(/^New password/);
    await user.type(field, "password1");
    await screen.findByText("Strength: weak, easy to guess");
    await user.clear(field);
    await user.type(field, "kettleOrbitPlum7Fern");
    await screen.findByText("Strength: strong");
    expect(screen.getByText(/^Characters: \d+ \(at least 8\)$/).closest("[aria-live]")).toBeNull();
    await act(() => showLanguage("zh-cn"));
    await screen.findByText("强度：强");
  });

  it("must be chosen first by an account that was given one", async () => {
    renderPortal("/account-user/password?first", routes);
    await screen.findByText(/Choose a new password before you go on/);
  });

  it("cannot be changed where there is none", async () => {
    given(false);
    renderPortal("/account/security", routes);
    await screen.findByText(/Your account has no password/);
    expect(screen.queryByRole("link", { name: "Change password" })).toBeNull();
  });

  it("leads to the sign-in after it is changed", async () => {
    const { container } = renderPortal("/account/password-changed", routes);
    await screen.findByText("The password has been reset,please login again.");
    expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/");
    await expectAccessible(container);
  });
});
