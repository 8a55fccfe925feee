import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { place } from "../../../api/step-up";
import { chooseLanguage } from "../../../i18n/i18n";
import { fakeAccount, noFactors, RIGHT_CODE, someFactors } from "../../../testing/fake-account";
import { fakeIdentities } from "../../../testing/fake-identities";
import { fakePasskeys } from "../../../testing/fake-passkeys";
import { aSession, expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, nobody, refusal, server } from "../../../testing/server";
import { routes } from "../routes";

let state: ReturnType<typeof fakeAccount>["state"];

function given(factors = someFactors()) {
  const fake = fakeAccount(factors);
  state = fake.state;
  server.use(...[...fake.mocks, ...fakePasskeys([]).mocks, ...fakeIdentities([], []).mocks].map(handlerOf));
}

beforeEach(() => given());

/** The section with its answer. */
async function part(name: string) {
  const shown = () => screen.getByRole("region", { name });
  await waitFor(() => expect(shown().querySelector("[aria-busy=true]")).toBeNull());
  return shown();
}
const button = (name: string, root: HTMLElement = document.body) =>
  within(root).getByRole("button", { name });

/** Opens the page and presses this button. */
async function pressed(name: string) {
  const session = aSession();
  const view = renderPortal("/account/security", routes, { session });
  const opener = await screen.findByRole("button", { name });
  await view.user.click(opener);
  return { ...view, session, opener };
}

/** Opens the dialog for a new app. */
async function adding(name = "Replace", title = "Replace the authenticator app") {
  const view = await pressed(name);
  const dialog = await screen.findByRole("dialog", { name: title });
  const code = await within(dialog).findByRole<HTMLInputElement>("textbox", { name: "Code of the app" });
  return { ...view, dialog, code };
}

describe("the security of one's own account", () => {
  it("shows app, recovery codes and browsers, in both languages", async () => {
    renderPortal("/account/security", routes);
    await part("Authenticator app");
    expect(document.title).toContain("Account security");
    await screen.findByRole("button", { name: "Replace" });
    const app = await part("Authenticator app");
    expect(app.textContent).toContain("OnAdded 2 Nov 2026, 09:30, last used 20 Nov 2026, 09:30");
    expect((await part("Recovery codes")).textContent).toContain("8 codes are left");
    const browsers = within(await part("Remembered browsers")).getAllByRole("listitem");
    expect(browsers.map(({ textContent }) => textContent)).toEqual([
      "Chrome on WindowsSince 18 Nov 2026, 09:30, from 192.0.2.17Until 29 Nov 2026Forget",
      "Unknown browserSince 10 Nov 2026, 09:30Until 30 Nov 2026Forget",
    ]);
    await expectAccessible();
    await chooseLanguage("zh-cn");
    await part("身份验证器应用");
    expect((await part("恢复码")).textContent).toContain("剩余 8 个恢复码");
    expect((await part("已记住的浏览器")).textContent).toContain("Windows 上的 Chrome");
  });

  it("says why to add an app where there is none, and offers no codes", async () => {
    given(noFactors);
    renderPortal("/account/security", routes);
    await screen.findByRole("button", { name: "Add authenticator app" });
    expect((await part("Authenticator app")).textContent).toContain(
      "a stolen password isn’t enough to sign in.",
    );
    expect((await part("Recovery codes")).textContent).toContain("when you add an authenticator app");
    expect((await part("Remembered browsers")).textContent).toContain("No browser is remembered.");
    expect(within(await part("Recovery codes")).queryByRole("button")).toBeNull();
    await expectAccessible();
  });

  it.each([
    [3, "3 codes are left. Generate new ones before you need them."],
    [1, "1 code is left. Generate new ones before you need them."],
    [0, "No code is left. Generate new ones before you need them."],
  ])("warns of %i recovery codes", async (recoveryCodes, words) => {
    given(someFactors({ recoveryCodes }));
    renderPortal("/account/security", routes);
    expect((await part("Recovery codes")).textContent).toContain(words);
  });

  it("says what failed, and tries again", async () => {
    server.use(answers("get", "/api/security/account/factors", () => nobody));
    const { user } = renderPortal("/account/security", routes);
    const failed = await part("Authenticator app");
    await within(failed).findByText("The server can’t be reached. Check your connection.");
    within(await part("Remembered browsers")).getByRole("button", { name: "Try again" });
    // The other parts have answers of their own.
    await screen.findByText(/no false website can steal it/);
    given();
    await user.click(button("Try again", failed));
    await screen.findByRole("button", { name: "Replace" });
    await screen.findByRole("button", { name: "Forget: Chrome on Windows" });
  });

  it("forgets a browser, and keeps the focus in the list", async () => {
    const { user } = await pressed("Forget: Chrome on Windows");
    await screen.findByText(
      "Chrome on Windows is forgotten. The next sign-in there asks for a second factor.",
    );
    expect(state.sent).toEqual([["forget", { id: "b-1" }]]);
    expect(screen.queryByText("Chrome on Windows")).toBeNull();
    await waitFor(() => expect(document.activeElement?.tagName).toBe("UL"));
    await user.tab();
    expect(document.activeElement).toBe(button("Forget: Unknown browser"));
  });
});

/** RFC 6238: an app and the server share a secret, whose first code proves that the app has it. */
describe("a new authenticator app", () => {
  it("is added by scanning and the first code; the recovery codes are shown once", async () => {
    given(noFactors);
    const { user, dialog, code } = await adding("Add authenticator app", "Add authenticator app");
    const picture = within(dialog).getByRole<HTMLImageElement>("img", {
      name: "QR code for the authenticator app",
    });
    expect(decodeURIComponent(picture.src)).toMatch(/^data:image\/svg\+xml;charset=utf-8,<svg xmlns=/);
    const link = within(dialog).getByRole("link", { name: "Open the app on this device" });
    expect(link.getAttribute("href")).toMatch(/^otpauth:\/\/totp\/Atrium:DanMember\?secret=JBSWY3DP/);
    expect([code.inputMode, code.autocomplete]).toEqual(["numeric", "one-time-code"]);
    within(dialog).getByText("JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP");
    button("Copy: Key for the app", dialog);
    await expectAccessible(dialog);
    await user.type(code, "123 456{Enter}");
    const shown = await screen.findByRole("alertdialog", { name: "Save your recovery codes" });
    expect(within(shown).getAllByRole("listitem")).toHaveLength(10);
    await expectAccessible(shown);
    expect(state.sent).toEqual([["add", { offer: "offer-1", code: RIGHT_CODE }]]);
    await user.click(button("I have saved them", shown));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect((await part("Authenticator app")).textContent).toContain("OnAdded 24 Nov 2026");
    expect((await part("Recovery codes")).textContent).toContain("10 codes are left");
  });

  it("tells a wrong code at its field, before and after the server has seen it", async () => {
    const { user, dialog, code } = await adding();
    expect(dialog.textContent).toContain("The earlier app works until the new one is added.");
    await user.type(code, "12345{Enter}");
    await within(dialog).findByText("Type the six digits that the app shows.");
    expect(state.sent).toEqual([]);
    await user.type(code, "7{Enter}");
    await within(dialog).findByText(
      "This code is wrong or was used before. Wait for the next one and type it.",
    );
    expect(document.activeElement).toBe(code);
    await user.clear(code);
    await user.type(code, `${RIGHT_CODE}{Enter}`);
    await screen.findByRole("alertdialog", { name: "Save your recovery codes" });
    expect(state.offers).toBe(1);
  });

  it("gets a new secret if the dialog was open for too long", async () => {
    const { user, dialog, code } = await adding();
    state.oldest = 2;
    await user.type(code, `${RIGHT_CODE}{Enter}`);
    await within(dialog).findByText(
      "This page was open for too long. Scan the new code and type the digits.",
    );
    await waitFor(() => expect(state.offers).toBe(2));
    await waitFor(() => expect(code.value).toBe(""));
    await user.type(code, `${RIGHT_CODE}{Enter}`);
    await screen.findByRole("alertdialog", { name: "Save your recovery codes" });
    expect(state.sent.at(-1)).toEqual(["add", { offer: "offer-2", code: RIGHT_CODE }]);
  });

  it("says if there is no offer, and tries again", async () => {
    server.use(
      answers("post", "/api/security/account/authenticator/offer", () => refusal(999999, "It broke.")),
    );
    const { user } = await pressed("Replace");
    const dialog = await screen.findByRole("dialog", { name: "Replace the authenticator app" });
    await within(dialog).findByText("It broke.");
    given();
    await user.click(button("Try again", dialog));
    await within(dialog).findByRole("img");
  });
});

describe("recovery codes", () => {
  async function shown() {
    const view = await pressed("Generate new codes");
    const question = await screen.findByRole("alertdialog", { name: "Generate new recovery codes?" });
    expect(question.textContent).toContain("The earlier codes stop working at once.");
    await view.user.click(button("Generate new codes", question));
    const dialog = await screen.findByRole("alertdialog", { name: "Save your recovery codes" });
    return { ...view, dialog };
  }

  it("are replaced after a question, and can be copied, printed and downloaded", async () => {
    const saved: Blob[] = [];
    // jsdom has no addresses for blobs and follows no link.
    URL.createObjectURL = (blob) => {
      saved.push(blob as Blob);
      return "blob:codes";
    };
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue(undefined);
    const { user, dialog } = await shown();
    const codes = within(dialog)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
    expect(codes).toHaveLength(10);
    await user.click(button("Copy", dialog));
    expect(await navigator.clipboard.readText()).toBe(codes.join("\n"));
    await user.click(button("Download", dialog));
    const title = "Recovery codes of Dan Member for Atrium";
    expect(await saved[0]?.text()).toBe([title, "", ...codes, ""].join("\n"));
    await user.click(button("Print", dialog));
    const frame = document.querySelector("iframe")!;
    await waitFor(() => expect(frame.contentDocument?.querySelectorAll("li")).toHaveLength(10));
    expect(frame.contentDocument?.querySelector("h1")?.textContent).toBe(title);
    frame.contentWindow?.dispatchEvent(new Event("afterprint"));
    expect(document.querySelector("iframe")).toBeNull();
    expect(state.sent).toEqual([["renew", null]]);
  });

  it("are not lost by a key or a click on the cross alone, nor by the portal leaving the page", async () => {
    const { user, dialog } = await shown();
    expect(dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
    await user.keyboard("{Escape}");
    await within(dialog).findByText(/Nobody can show you these codes again/);
    await user.click(button("Close", dialog));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(true);
  });
});

describe("removing the authenticator app", () => {
  async function asked() {
    const view = await pressed("Remove");
    const question = await screen.findByRole("alertdialog", { name: "Remove the authenticator app?" });
    return { ...view, question };
  }

  it("asks first", async () => {
    const { user, question } = await asked();
    expect(question.textContent).toContain(
      "If you have no passkey, your password is enough to sign in then.",
    );
    await waitFor(() => expect(document.activeElement).toBe(button("Back", question)));
    await expectAccessible(question);
    await user.click(button("Remove", question));
    await screen.findByText("The authenticator app is removed.");
    expect(state.sent).toEqual([["remove", null]]);
    await screen.findByRole("button", { name: "Add authenticator app" });
  });

  it("says why the server refuses", async () => {
    state.isRequired = true;
    const { user, question } = await asked();
    await user.click(button("Remove", question));
    await within(question).findByText("Your account needs a second factor. Add another one first.");
  });
});

/** RFC 9470: the server wants a newer or stronger proof, and the person goes on where they were. */
describe("a session that is not fresh", () => {
  const STEP_UP = "Confirm that it is you";

  it.each([
    ["add-authenticator", "Replace", undefined],
    ["make-codes", "Generate new codes", "Generate new recovery codes?"],
    ["remove-authenticator", "Remove", "Remove the authenticator app?"],
  ])("asks for the proof: %s", async (word, press, question) => {
    state.isFresh = false;
    const { user, session, opener } = await pressed(press);
    if (question) await user.click(button(press, await screen.findByRole("alertdialog", { name: question })));
    const dialog = await screen.findByRole("alertdialog", { name: STEP_UP });
    // Never a dialog on a dialog.
    await waitFor(() => expect(document.querySelectorAll("[role$=dialog]")).toHaveLength(1));
    const confirm = button("Confirm", dialog);
    await waitFor(() => expect(document.activeElement).toBe(confirm));
    expect(state.sent).toEqual([]);
    await user.click(confirm);
    expect(session.begin).toHaveBeenCalledExactlyOnceWith("/", {
      proof: { acr_values: "urn:atrium:acr:mfa", max_age: "300" },
      word,
    });
    await user.click(button("Cancel", dialog));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    // The same button works again.
    state.isFresh = true;
    await user.click(opener);
    await screen.findByRole(question ? "alertdialog" : "dialog");
  });

  it("asks again if the proof has become too old while somebody scans", async () => {
    const { user, session, code } = await adding();
    state.isFresh = false;
    await user.type(code, `${RIGHT_CODE}{Enter}`);
    await user.click(await screen.findByRole("button", { name: "Confirm" }));
    expect(vi.mocked(session.begin).mock.lastCall?.[1]?.word).toBe("scan-again");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it.each([
    ["add-authenticator", "dialog", "Replace the authenticator app"],
    ["scan-again", "dialog", "Replace the authenticator app"],
    ["make-codes", "alertdialog", "Generate new recovery codes?"],
    ["remove-authenticator", "alertdialog", "Remove the authenticator app?"],
  ])("opens the same dialog after the proof, once: %s", async (word, role, name) => {
    place.resumed = word;
    const { unmount } = renderPortal("/account/security", routes);
    const dialog = await screen.findByRole(role, { name });
    if (word === "scan-again") await within(dialog).findByText(/Delete the entry that you have just made/);
    unmount();
    renderPortal("/account/security", routes);
    await part("Authenticator app");
    expect(screen.queryByRole(role)).toBeNull();
  });

  it("opens nothing for a word that it does not know", async () => {
    place.resumed = "reset-factors:a-1";
    renderPortal("/account/security", routes);
    await part("Authenticator app");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
