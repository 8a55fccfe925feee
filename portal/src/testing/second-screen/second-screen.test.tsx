import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { chooseLanguage } from "../../i18n/i18n";
import { aUser } from "../factories";
import { expectAccessible, renderPortal } from "../render";
import { answers, handlerOf, refusal, server, success } from "../server";
import { aBadge, fakeBadges } from "./fake";
import { routes } from "./routes";

/** A complete screen: a list, a form in a drawer, and a question. */
const PATH = "/auth-management/badges";
const CODE = "account_maintain.AccountManagement.AccountList.view";
let state: ReturnType<typeof fakeBadges>["state"];

beforeEach(() => {
  const fake = fakeBadges([aBadge(), aBadge({ id: "b-2", name: "Archive" })]);
  state = fake.state;
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList: [CODE] }))),
    ...fake.mocks.map(handlerOf),
  );
});

async function badges() {
  const view = renderPortal(PATH, routes);
  await screen.findByRole("button", { name: "Front door" });
  return view;
}

describe("a second screen", () => {
  it("shows its list, and is axe-clean in both languages", async () => {
    await badges();
    expect(screen.getByText("1–2 of 2")).toBeTruthy();
    await waitFor(() => expect(document.title).toBe("Atrium - Badges"));
    await expectAccessible();
    await chooseLanguage("zh-cn");
    await screen.findByRole("heading", { level: 1, name: "门禁卡" });
    expect(screen.getByRole("button", { name: "添加门禁卡" })).toBeTruthy();
    await expectAccessible();
  });

  it("adds a row in the drawer: first faults, then a toast and the new list", async () => {
    const { user } = await badges();
    await user.click(screen.getByRole("button", { name: "Add badge" }));
    const drawer = await screen.findByRole("dialog", { name: "Add badge" });
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    expect(within(drawer).getByRole("alert").textContent).toContain("Check 2 fields.");
    await waitFor(() =>
      expect(document.activeElement).toBe(within(drawer).getByRole("textbox", { name: /Name/ })),
    );
    expect(state.sent).toEqual([]);
    await expectAccessible();
    await user.keyboard("Bicycle shed");
    await user.selectOptions(within(drawer).getByRole("combobox"), "Guest");
    await user.type(within(drawer).getByRole("textbox", { name: "Note" }), "Outside");
    await user.click(within(drawer).getByRole("checkbox", { name: "Opens doors" }));
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await screen.findByText("The badge is saved.");
    await screen.findByRole("button", { name: "Bicycle shed" });
    expect(state.sent).toEqual([{ name: "Bicycle shed", kind: "guest", note: "Outside", active: false }]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("shows a refusal at its field", async () => {
    server.use(
      answers("post", "/api/security/badge/save", () => refusal(100011, "There is one of this name.")),
    );
    const { user } = await badges();
    await user.click(screen.getByRole("button", { name: "Archive" }));
    const drawer = await screen.findByRole("dialog", { name: "Change Archive" });
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    const name = within(drawer).getByRole("textbox", { name: /Name/ });
    await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
    expect(within(drawer).getByText("There is one of this name.")).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(name));
  });

  it("asks before typed text is lost", async () => {
    const { user } = await badges();
    await user.click(screen.getByRole("button", { name: "Archive" }));
    const drawer = await screen.findByRole("dialog", { name: "Change Archive" });
    await user.type(within(drawer).getByRole("textbox", { name: /Name/ }), " 2");
    await user.click(within(drawer).getByRole("button", { name: "Cancel" }));
    const question = await screen.findByRole("alertdialog", { name: "Discard your changes?" });
    await user.click(within(question).getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(state.sent).toEqual([]);
  });

  it("removes a row after a question that names it", async () => {
    const { user } = await badges();
    await user.click(screen.getAllByRole("button", { name: "Remove" })[0]!);
    const question = await screen.findByRole("alertdialog", { name: "Remove the badge Front door?" });
    await user.click(within(question).getByRole("button", { name: "Remove" }));
    await screen.findByText("The badge is removed.");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Front door" })).toBeNull());
  });

  it("says in place of the list what failed, with a button to try again", async () => {
    server.use(
      answers("get", "/api/security/badge/list", () => refusal(999999, "The list is being rebuilt.")),
    );
    const { user } = renderPortal(PATH, routes);
    await screen.findByText("The list is being rebuilt.");
    server.use(answers("get", "/api/security/badge/list", () => success({ list: [aBadge()], total: 1 })));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("button", { name: "Front door" });
  });
});
