import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { place } from "../../../api/step-up";
import { chooseLanguage } from "../../../i18n/i18n";
import { fakeAccount } from "../../../testing/fake-account";
import { fakeIdentities } from "../../../testing/fake-identities";
import { fakeOwnAccount } from "../../../testing/fake-own-account";
import { aPasskey, fakePasskeys, somePasskeys } from "../../../testing/fake-passkeys";
import { aSession, expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, nobody, refusal, server } from "../../../testing/server";
import { routes } from "../routes";

let state: ReturnType<typeof fakePasskeys>["state"];

function given(...passkeys: Parameters<typeof fakePasskeys>) {
  const fake = fakePasskeys(...passkeys);
  state = fake.state;
  server.use(...[...fakeAccount().mocks, ...fakeIdentities([], []).mocks, ...fake.mocks].map(handlerOf));
}

const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>();
const signal = vi.fn(() => Promise.reject(new Error("no manager")));
const parse = vi.fn((json: object) => ({ parsed: json }));
const JSON_OF_KEY = { id: "bmV3", type: "public-key" };

/** What a browser gives for a new key. */
const aCredential = (authenticatorAttachment = "platform", transports = ["internal"]) => ({
  authenticatorAttachment,
  response: { getTransports: () => transports },
  toJSON: () => JSON_OF_KEY,
});

beforeEach(() => {
  given();
  create.mockReset().mockResolvedValue(aCredential());
  signal.mockClear();
  vi.stubGlobal("PublicKeyCredential", {
    parseCreationOptionsFromJSON: parse,
    signalAllAcceptedCredentials: signal,
  });
  Object.defineProperty(navigator, "credentials", { value: { create }, configurable: true });
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (Windows NT 10.0) Chrome/142.0");
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "credentials");
  vi.restoreAllMocks();
});

/** The section with its answer. */
async function part() {
  const region = await screen.findByRole("region", { name: "Passkeys" });
  await waitFor(() => expect(region.querySelector("[aria-busy=true]")).toBeNull());
  return region;
}
const button = (name: string, root: HTMLElement = document.body) =>
  within(root).getByRole("button", { name });
const told = (...ids: string[]) => ({ rpId: "localhost", userId: "dS0x", allAcceptedCredentialIds: ids });
const KNOWN = somePasskeys.map(({ credentialId }) => credentialId);

/** Opens the page and presses this button. */
async function pressed(name: string) {
  const session = aSession();
  const view = renderPortal("/account/security", routes, { session });
  const opener = await screen.findByRole("button", { name });
  await view.user.click(opener);
  return { ...view, session, opener };
}

/** Makes a key, up to its name. */
async function naming() {
  const view = await pressed("Add passkey");
  const dialog = await screen.findByRole("dialog", { name: "Name the passkey" });
  const name = within(dialog).getByRole<HTMLInputElement>("textbox", { name: "Name" });
  return { ...view, dialog, name };
}

describe("the list of passkeys", () => {
  it("says where each is and when it was used, in both languages", async () => {
    renderPortal("/account/security", routes);
    const rows = within(await part()).getAllByRole("listitem");
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      "My phoneGoogle Password Manager · Backed up, on all your devices with this password manager" +
        "Added 2 Nov 2026, 09:30, last used 20 Nov 2026, 09:30RenameRemove",
      "办公室的笔记本电脑，在没有网络的会议室里也能使用Apple Passwords · Not backed up" +
        "No longer backed up since 21 Nov 2026, 09:30. Add another passkey in case you lose the device." +
        "Added 2 Nov 2026, 09:30, not used yetRenameRemove",
      "Security keyOnly on the device that made itWorks only as a second factor" +
        "Added 2 Nov 2026, 09:30, last used 20 Nov 2026, 09:30RenameRemove",
    ]);
    await expectAccessible();
    await chooseLanguage("zh-cn");
    const region = await screen.findByRole("region", { name: "通行密钥" });
    expect(region.textContent).toContain("仅在创建它的设备上");
    button("移除：My phone", region);
  });

  it("says since when a key is backed up", async () => {
    given([aPasskey({ backupChangedAt: Date.UTC(2026, 10, 21, 9, 30) })]);
    renderPortal("/account/security", routes);
    expect((await part()).textContent).toContain("Backed up since 21 Nov 2026, 09:30");
  });

  it("says why to add one where there is none", async () => {
    given([]);
    renderPortal("/account/security", routes);
    expect((await part()).textContent).toContain("no false website can steal it");
    await screen.findByRole("button", { name: "Add passkey" });
    await expectAccessible();
  });

  it("says what failed, and tries again", async () => {
    server.use(answers("get", "/api/security/account/passkeys", () => nobody));
    const { user } = renderPortal("/account/security", routes);
    await screen.findByText("The server can’t be reached. Check your connection.");
    given();
    await user.click(button("Try again"));
    await screen.findByText("My phone");
  });

  it.each([
    ["a browser without WebAuthn", {}, "This browser can’t use passkeys."],
    ["the most keys", { most: 3 }, "You have 3 passkeys, which is the most. Remove one to add another."],
  ])("says why there is no button: %s", async (what, list, words) => {
    if (what.includes("WebAuthn")) vi.unstubAllGlobals();
    given(somePasskeys, list);
    renderPortal("/account/security", routes);
    await screen.findByText(words, { exact: false });
    expect(screen.queryByRole("button", { name: "Add passkey" })).toBeNull();
    button("Remove: My phone");
  });

  it("is where the offer of home leads", async () => {
    server.use(...fakeOwnAccount().mocks.map(handlerOf));
    const { router } = renderPortal("/account/applications", routes);
    await screen.findByRole("heading", { level: 1, name: "Applications with access" });
    await router.navigate("/account/security#passkeys");
    const region = await part();
    await waitFor(() => expect(document.activeElement).toBe(region));
  });

  it("is missing where the server can have none", async () => {
    given([], { available: false, rpId: "" });
    renderPortal("/account/security", routes);
    await screen.findByRole("region", { name: "Remembered browsers" });
    await waitFor(() => expect(screen.queryByRole("region", { name: "Passkeys" })).toBeNull());
  });
});

/** WebAuthn Level 3, section 5.1.3: the browser makes a key, and the server checks it. */
describe("a new passkey", () => {
  it("is made by the browser, named and added; the browser learns of all keys", async () => {
    given([]);
    const { user, dialog, name, opener } = await naming();
    const options = parse.mock.lastCall?.[0];
    expect(options).toMatchObject({ challenge: "-_8", excludeCredentials: [] });
    expect(create.mock.lastCall?.[0].publicKey).toEqual({ parsed: options });
    expect(name.value).toBe("Chrome on Windows");
    await waitFor(() => expect(document.activeElement).toBe(name));
    await expectAccessible(dialog);
    await user.clear(name);
    await user.type(name, "{Enter}");
    expect(state.sent).toEqual([]);
    await user.type(name, " Work laptop {Enter}");
    await screen.findByText("The passkey is added.");
    const body = { credential: JSON_OF_KEY, state: "sealed-1", name: "Work laptop" };
    expect(state.sent).toEqual([["finish", body]]);
    expect(signal).toHaveBeenCalledExactlyOnceWith(told("bmV3"));
    within(await part()).getByText("Work laptop");
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it.each([
    ["cross-platform", ["usb", "nfc"], "Security key 2"],
    ["cross-platform", ["hybrid", "internal"], "Phone or tablet"],
  ])("is named after its kind: %s, %j", async (attachment, transports, words) => {
    create.mockResolvedValue(aCredential(attachment, transports));
    expect((await naming()).name.value).toBe(words);
  });

  it.each([
    ["NotAllowedError", "was cancelled or took too long. Press “Add passkey” to try again."],
    ["InvalidStateError", "already has a passkey for your account. Sign in with that one"],
    ["NotSupportedError", "Set up a screen lock on this device, or use a phone or a security key."],
    ["ConstraintError", "Set up a screen lock on this device, or use a phone or a security key."],
    ["UnknownError", "Press “Add passkey” to try again, or use another browser."],
  ])("that the browser does not make ends in a sentence and a next step: %s", async (name, words) => {
    create.mockRejectedValueOnce(new DOMException("", name));
    const { user, opener } = await pressed("Add passkey");
    await screen.findByText(words, { exact: false });
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.click(opener);
    await screen.findByRole("dialog", { name: "Name the passkey" });
    expect(screen.queryByText(words, { exact: false })).toBeNull();
  });

  it("is one request at a time, which ends with the page", async () => {
    create.mockReturnValue(new Promise(() => undefined));
    const { user, opener, unmount } = await pressed("Add passkey");
    await screen.findByText("Follow the steps that your browser or device shows.");
    await user.click(opener);
    await waitFor(() => expect(create).toHaveBeenCalledOnce());
    const stop = create.mock.lastCall?.[0].signal;
    expect(stop?.aborted).toBe(false);
    unmount();
    expect(stop?.aborted).toBe(true);
  });

  it("that is not named is forgotten by the device too", async () => {
    const { user, dialog } = await naming();
    await user.click(button("Cancel", dialog));
    await waitFor(() => expect(signal).toHaveBeenCalledExactlyOnceWith(told(...KNOWN)));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(state.sent).toEqual([]);
  });

  it("that the server does not take ends beside the button, and can be made again", async () => {
    const { user, name } = await naming();
    const late = "The passkey came too late. Start again.";
    state.refused = refusal(100012, late, { field: "state" });
    await user.type(name, "{Enter}");
    expect((await within(await part()).findByRole("alert")).textContent).toBe(late);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(signal).toHaveBeenCalledExactlyOnceWith(told(...KNOWN));
    await user.click(button("Add passkey"));
    await screen.findByRole("dialog", { name: "Name the passkey" });
  });
});

describe("a known passkey", () => {
  it("gets another name; a refused one has its words at the field", async () => {
    const { user } = await pressed("Rename: My phone");
    const dialog = await screen.findByRole("dialog", { name: "Rename the passkey" });
    const name = within(dialog).getByRole<HTMLInputElement>("textbox", { name: "Name" });
    expect(name.value).toBe("My phone");
    await expectAccessible(dialog);
    await user.type(name, "<{Enter}");
    await within(dialog).findByText("The name has a character that it must not have.");
    await user.type(name, "{Backspace} 2{Enter}");
    await screen.findByText("The passkey is renamed.");
    expect(state.sent.at(-1)).toEqual(["rename", { id: "k-1", name: "My phone 2" }]);
    expect(signal).toHaveBeenCalledExactlyOnceWith(told(...KNOWN));
    await screen.findByText("My phone 2");
  });

  it("is removed after a question", async () => {
    const { user } = await pressed("Remove: My phone");
    const question = await screen.findByRole("alertdialog", { name: "Remove the passkey “My phone”?" });
    expect(question.textContent).toContain(
      "Your other sessions that began with a passkey end, and you get an email about it.",
    );
    await waitFor(() => expect(document.activeElement).toBe(button("Back", question)));
    await expectAccessible(question);
    await user.click(button("Remove", question));
    await screen.findByText("The passkey “My phone” is removed.");
    expect(state.sent).toEqual([["remove", { id: "k-1" }]]);
    expect(signal).toHaveBeenCalledExactlyOnceWith(told(...KNOWN.slice(1)));
    expect(screen.queryByRole("button", { name: "Remove: My phone" })).toBeNull();
    const list = within(await part()).getByRole("list");
    await waitFor(() => expect(document.activeElement).toBe(list));
  });
});

/** RFC 9470: the server wants a newer proof, and the person goes on where they were. */
describe("a session that is not fresh", () => {
  const STEP_UP = "Confirm that it is you";

  it.each([
    ["add-passkey", "Add passkey"],
    ["remove-passkey:k-1", "Remove: My phone"],
  ])("asks for the proof: %s", async (word, press) => {
    state.isFresh = false;
    const { user, session, opener } = await pressed(press);
    if (press !== "Add passkey") await user.click(await screen.findByRole("button", { name: "Remove" }));
    const dialog = await screen.findByRole("alertdialog", { name: STEP_UP });
    await waitFor(() => expect(document.querySelectorAll("[role$=dialog]")).toHaveLength(1));
    await user.click(button("Confirm", dialog));
    expect(vi.mocked(session.begin).mock.lastCall?.[1]?.word).toBe(word);
    expect(create).not.toHaveBeenCalled();
    await user.click(button("Cancel", dialog));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    state.isFresh = true;
    await user.click(opener);
    await screen.findByRole(press === "Add passkey" ? "dialog" : "alertdialog");
  });

  it("asks again if the proof has become too old while somebody chooses a name", async () => {
    const { user, session, name } = await naming();
    state.isFresh = false;
    await user.type(name, "{Enter}");
    await user.click(await screen.findByRole("button", { name: "Confirm" }));
    expect(vi.mocked(session.begin).mock.lastCall?.[1]?.word).toBe("add-passkey");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("goes on after the proof by a press, which some browsers need for a key", async () => {
    place.resumed = "add-passkey";
    const { user } = renderPortal("/account/security", routes);
    const dialog = await screen.findByRole("alertdialog", { name: "Add passkey" });
    expect(create).not.toHaveBeenCalled();
    await user.click(button("Go on", dialog));
    await screen.findByRole("dialog", { name: "Name the passkey" });
  });

  it("opens the same question after the proof, for a key that is still there", async () => {
    place.resumed = "remove-passkey:k-1";
    const { unmount } = renderPortal("/account/security", routes);
    await screen.findByRole("alertdialog", { name: "Remove the passkey “My phone”?" });
    unmount();
    place.resumed = "remove-passkey:k-7";
    renderPortal("/account/security", routes);
    await screen.findByText("My phone");
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});
