import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { place, stepUpAsked } from "../../../api/step-up";
import { chooseLanguage } from "../../../i18n/i18n";
import { fakeOwnAccount } from "../../../testing/fake-own-account";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, nobody, server } from "../../../testing/server";
import { routes } from "../routes";

let state: ReturnType<typeof fakeOwnAccount>["state"];
const saved: string[] = [];

beforeEach(() => {
  const fake = fakeOwnAccount();
  state = fake.state;
  server.use(...fake.mocks.map(handlerOf));
  saved.length = 0;
  // jsdom has no addresses for blobs and follows no link.
  URL.createObjectURL = () => "blob:1";
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});

const open = () => renderPortal("/account/data", routes);
/** What stands beside the label. */
async function row(label: string) {
  return (await screen.findByText(label, { selector: "dt" })).nextElementSibling?.textContent;
}

describe("one's own data", () => {
  it("are listed with how long they are kept, in both languages", async () => {
    open();
    expect(await row("Sessions and browsers")).toContain("A session is deleted 2 days after the sign-in");
    expect(await row("Openings")).toContain("400 days");
    expect(await row("History")).toContain("400 days");
    expect(await row("Ways in")).toContain("the file has none of it");
    await expectAccessible();
    await chooseLanguage("zh-cn");
    await screen.findByRole("heading", { level: 1, name: "我的数据" });
    expect(await row("历史记录")).toContain("保存 400 天");
    await expectAccessible();
  });

  it("say that a history is kept for ever", async () => {
    state.historyDays = null;
    open();
    expect(await row("History")).toContain("without an end");
  });

  it("are downloaded as one file, by keyboard", async () => {
    const { user } = open();
    const opener = await screen.findByRole("button", { name: "Download my data" });
    opener.focus();
    await user.keyboard("{Enter}");
    const dialog = within(await screen.findByRole("dialog", { name: "Download my data" }));
    expect(state.sent).toEqual([]);
    // The dialog holds the focus from here on, so it also gives it back.
    const start = dialog.getByRole("button", { name: "Download" });
    await waitFor(() => expect(document.activeElement).toBe(start));
    await user.click(start);
    await screen.findByText("Your data are downloaded.");
    expect(state.sent).toEqual([["data", null]]);
    expect(saved).toHaveLength(1);
    expect(saved[0]).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
    // The focus comes back when the dialog has faded.
    await waitFor(() => expect(document.activeElement).toBe(opener), { timeout: 5_000 });
  });

  /** RFC 9470: a sign-in leads back to the dialog. */
  it("ask for a proof of the person first", async () => {
    state.isFresh = false;
    const { user, unmount } = open();
    await user.click(await screen.findByRole("button", { name: "Download my data" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Download" }));
    await waitFor(() => expect(stepUpAsked()).toMatchObject({ word: "download-data", waits: false }));
    expect(saved).toEqual([]);
    unmount();
    place.resumed = "download-data";
    open();
    await screen.findByRole("dialog", { name: "Download my data" });
  });

  it("say what failed, and try again", async () => {
    server.use(answers("get", "/api/security/account/data/kept", () => nobody));
    const { user } = open();
    await screen.findByText("The server can’t be reached. Check your connection.");
    server.use(...fakeOwnAccount().mocks.map(handlerOf));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await row("Openings")).toContain("400 days");
  });
});
