import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { chooseLanguage } from "../../i18n/i18n";
import { anEntry, BRAND_TEAM, CLI, fakeAudit, someEntries } from "../../testing/fake-audit";
import { expectAccessible, renderPart } from "../../testing/render";
import { answers, handlerOf, nobody, refusal, server, success } from "../../testing/server";
import { HistoryDrawer } from "./history-drawer";

const PATH = "/api/security/admin/audit/history";

function Opener() {
  const [open, setOpen] = useState(false);
  return (
    <main tabIndex={-1}>
      <button onClick={() => setOpen(true)}>Open</button>
      {open && <HistoryDrawer kind="account" id="u-dan" name="Dan Member" onClose={() => setOpen(false)} />}
    </main>
  );
}

async function opened() {
  const view = renderPart(<Opener />);
  const button = screen.getByRole("button", { name: "Open" });
  button.focus();
  await view.user.keyboard("{Enter}");
  const drawer = within(await screen.findByRole("dialog", { name: "History of Dan Member" }));
  return { ...view, button, drawer };
}

describe("the history of a thing", () => {
  it("shows who changed what and when, with the old and new values, in both languages", async () => {
    const created = anEntry({ id: "e-0", actor: CLI, detail: { change: "created" }, changes: [] });
    server.use(...fakeAudit([anEntry(), created]).mocks.map(handlerOf));
    const { drawer } = await opened();
    const [first, second] = await drawer.findAllByRole("listitem");
    const facts = within(first!)
      .getAllByRole("definition")
      .map(({ textContent }) => textContent);
    expect(facts).toEqual([
      "After: Danny",
      "Before: enabledAfter: disabled",
      "changed; the value isn’t recorded",
    ]);
    expect(first!.textContent).toContain(
      "Ben Admin changed Dan Member: Nickname, Status and Password20 Nov 2026, 09:30:00",
    );
    expect(second!.textContent).toContain("The command line added Dan Member");
    await expectAccessible();
    await chooseLanguage("zh-cn");
    await waitFor(() => expect(second!.textContent).toContain("命令行添加了账号 Dan Member"));
    expect(first!.textContent).toContain("昵称修改后：Danny");
    await expectAccessible();
  });

  /** The person saw one neutral message, administrators see the reason. */
  it("says why a sign-in was refused", async () => {
    const refused = anEntry({ kind: "sign_in.refused", changes: [], detail: { reason: "wrong_code" } });
    server.use(...fakeAudit([refused]).mocks.map(handlerOf));
    const { drawer } = await opened();
    const [entry] = await drawer.findAllByRole("listitem");
    expect(entry!.textContent).toContain("right password, but wrong code of the second factor");
  });

  /** Who was refused for what, and why: the decider's own words. */
  it("says what was decided, with the reason", async () => {
    const object = { kind: "request" as const, id: "r-1" };
    const refused = anEntry({
      kind: "request.decided",
      object,
      wanted: BRAND_TEAM,
      changes: [],
      detail: { outcome: "refused", reason: "Ask the Media team" },
    });
    server.use(...fakeAudit([refused]).mocks.map(handlerOf));
    server.use(answers("get", PATH, () => success({ list: [refused], total: 1, more: false, sort: "" })));
    const { drawer } = await opened();
    const entry = await drawer.findByRole("listitem");
    expect(entry.textContent).toContain("Ben Admin refused Dan Member for Brand teamAsk the Media team");
  });

  it("has pages, and Escape leads back to the earlier place", async () => {
    const { asked, mocks } = fakeAudit(someEntries(40));
    server.use(...mocks.map(handlerOf));
    const { drawer, user, button } = await opened();
    expect(await drawer.findAllByRole("listitem")).toHaveLength(20);
    await user.click(drawer.getByRole("button", { name: "Show older entries" }));
    await waitFor(() => expect(drawer.getAllByRole("listitem")).toHaveLength(40));
    await user.click(drawer.getByRole("button", { name: "Show older entries" }));
    await waitFor(() => expect(drawer.getAllByRole("listitem")).toHaveLength(42));
    expect(drawer.queryByRole("button", { name: "Show older entries" })).toBeNull();
    expect(asked.map(({ query }) => [query.objectKind, query.objectId, query.cursor])).toEqual([
      ["account", "u-dan", undefined],
      ["account", "u-dan", "2"],
      ["account", "u-dan", "3"],
    ]);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it("says that it is empty", async () => {
    server.use(...fakeAudit([]).mocks.map(handlerOf));
    const { drawer } = await opened();
    await drawer.findByText("Nothing is recorded yet");
    await expectAccessible();
  });

  it("says that the reader may not see it, without offering a retry", async () => {
    server.use(answers("get", PATH, () => refusal(100013, "Your account may not see this history.")));
    const { drawer } = await opened();
    await drawer.findByText("Your account may not see this history.");
    expect(drawer.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("says what failed, and tries again", async () => {
    server.use(answers("get", PATH, () => nobody));
    const { drawer, user } = await opened();
    await drawer.findByText("The server can’t be reached. Check your connection.");
    server.use(answers("get", PATH, () => success({ list: [anEntry()], total: 1, more: false, sort: "" })));
    await user.click(drawer.getByRole("button", { name: "Try again" }));
    expect((await drawer.findByRole("listitem")).textContent).toContain("Ben Admin changed Dan Member");
  });
});
