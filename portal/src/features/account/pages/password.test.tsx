import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
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

/** C-011, V-13, F-13. */
describe("one's own password", () => {
  it("is changed, and every tab leaves for a page that leads to the sign-in", async () => {
    const goTo = vi.spyOn(browser, "goTo").mockReturnValue();
    const session = aSession();
    const { user } = renderPortal("/account/security", routes, { session });
    await user.click(await screen.findByRole("button", { name: "Change password" }));
    const dialog = await screen.findByRole("dialog", { name: "Change password" });
    const type = async (label: string, text: string) => {
      const field = within(dialog).getByLabelText(new RegExp(`^${label}`));
      await user.clear(field);
      await user.type(field, text);
    };
    const send = () => user.click(within(dialog).getByRole("button", { name: "Change password" }));
    await type("New password again", "Changed2026");
    await type("New password(?! again)", "Changed2026*");
    await expectAccessible(dialog);
    await send();
    await within(dialog).findByText("The new password and its confirmation do not match");
    expect(session.end).not.toHaveBeenCalled();
    await type("New password again", "Changed2026*");
    await send();
    await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith("/account/password-changed"));
    expect(session.end).toHaveBeenCalledOnce();
    const [[, body]] = state.sent as [[string, object]];
    expect(body).toMatchObject({ newPassword: "Changed2026*", confirmPassword: "Changed2026*" });
  });

  it("cannot be changed where there is none", async () => {
    given(false);
    renderPortal("/account/security", routes);
    await screen.findByText(/Your account has no password/);
    expect(screen.queryByRole("button", { name: "Change password" })).toBeNull();
  });

  it("leads to the sign-in after it is changed", async () => {
    const { container } = renderPortal("/account/password-changed", routes);
    await screen.findByText("The password has been reset,please login again.");
    expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/");
    await expectAccessible(container);
  });
});
