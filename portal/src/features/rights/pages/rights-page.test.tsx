import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { describeList } from "../../../testing/describe-list";
import { aUser } from "../../../testing/factories";
import { aRight, fakeRights, someRights } from "../../../testing/fake-rights";
import { expectAccessible, itemsOfOpenMenu, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

const LONG = "Approve budgets of regional campaigns before they go to all clients";
const LONG_CODE = "planner.Budgets.RegionalBudgetsOfAllCampaigns.approve";
const SHARE = "Share reportsplanner.Reports.ReportList.share";
const REPORTS = "See reportsplanner.Reports.ReportList.view";

/** R-11, S-21, C-018. */
describeList({
  routes: [routes[0]!],
  empty: "No access rights yet. An access right is a code that an application checks.",
  list: "/api/security/admin/access/list",
  file: "/api/security/admin/access/export",
  first: { builtIn: "0" },
  mocks: () => fakeRights(someRights).mocks,
  cells: {
    "en-us": [
      [REPORTS, "Media plannerReports", "Menu entry", "On", "Live + draft", ""],
      [SHARE, "Media plannerReports", "Menu entry", "OnOff once confirmed", "Live + draft", ""],
      [LONG + LONG_CODE, "Media planner", "Button", "On once confirmed", "Draft", ""],
      ["导出媒介计划planner.export", "媒介计划Reports", "API", "Off", "Live", ""],
    ],
    "zh-cn": [
      [REPORTS, "Media plannerReports", "菜单", "启用", "生效中 + 草稿", ""],
      [SHARE, "Media plannerReports", "菜单", "启用确认后停用", "生效中 + 草稿", ""],
      [LONG + LONG_CODE, "Media planner", "按钮", "确认后启用", "草稿", ""],
      ["导出媒介计划planner.export", "媒介计划Reports", "API", "停用", "生效中", ""],
    ],
  },
  narrowed: {
    address:
      "sort=-accessCode&context=zebra&projectId=7&moduleId=m-1&type=menu&publishedStatus=1&draft=1&builtIn=1",
    asks: {
      sort: "-accessCode",
      context: "zebra",
      projectId: "7",
      moduleId: "m-1",
      type: "menu",
      publishedStatus: "1",
      draft: "1",
      builtIn: "1",
    },
    chips: [
      "Name or code: zebra",
      "Product: Media planner",
      "Module: Reports",
      "Type: Menu entry",
      "Status: Off",
      "Version: Draft",
      "Built-in: Only built-in",
    ],
  },
});

const RIGHT = "operation_access.AccessManagement.AccessList";
type May = "view" | "add" | "edit" | "delete" | "assign" | "confirm";

async function rights(may: May[], given: Partial<ReturnType<typeof aUser>> = {}, search = "") {
  const fake = fakeRights(someRights);
  const accessList = may.map((one) => `${RIGHT}.${one}` as const);
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList, ...given }))),
    ...fake.mocks.map(handlerOf),
  );
  const view = renderPortal(`/operation-access/access-list${search}`, routes);
  await screen.findByText("See reports");
  const menu = async (name: string) => {
    await view.user.click(screen.getByRole("button", { name: `Actions for ${name}` }));
    return itemsOfOpenMenu();
  };
  const act = async (name: string, action: string) => {
    await menu(name);
    await view.user.click(await screen.findByRole("menuitem", { name: action }));
  };
  return { ...view, menu, act, state: fake.state };
}

const texts = (items: HTMLElement[]) => items.map(({ textContent }) => textContent);
const ALL: May[] = ["view", "add", "edit", "delete", "assign", "confirm"];

/** S-21, C-018 to C-032. */
describe("an access right", () => {
  it("is read-only without further rights", async () => {
    const { menu } = await rights(["view"]);
    expect(texts(await menu("See reports"))).toEqual(["Details"]);
    expect(screen.queryByRole("button", { name: "Add access right" })).toBeNull();
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  it("cannot be changed if Atrium itself checks it", async () => {
    const { menu } = await rights(ALL, {}, "?builtIn=all");
    expect(texts(await menu("See the audit log"))).toEqual(["Details", "Groups"]);
  });

  it("is changed by the administrator of its product without an access code", async () => {
    const { menu, user } = await rights([], { projectIds: [7] });
    expect(texts(await menu("See reports"))).toEqual([
      "Details",
      "Confirm",
      "Edit",
      "Groups",
      "Switch off",
      "Delete",
    ]);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(texts(await menu("导出媒介计划"))).toEqual(["Details"]);
  });

  it("shows what gives it and what waits, in this order", async () => {
    const { user } = await rights(ALL);
    await user.click(screen.getByRole("link", { name: "See reports" }));
    const drawer = await screen.findByRole("dialog", { name: "See reports" });
    await within(drawer).findByText("Media North and 蓝岸广告媒介部 (once confirmed)");
    expect(within(drawer).getByText("Editors (until confirmed)")).toBeTruthy();
    expect(texts(within(drawer).getAllByRole("listitem"))).toEqual([
      "Description: from “Reports” to “The list of reports”",
      "Groups added: 蓝岸广告媒介部",
      "Roles removed: Editors",
    ]);
    await expectAccessible();
  });

  it("is added with its module and groups; the field of the code reports a duplicate", async () => {
    const { user, state } = await rights(ALL);
    await user.click(screen.getByRole("button", { name: "Add access right" }));
    const drawer = await screen.findByRole("dialog", { name: "Add access right" });
    const add = within(drawer).getByRole("button", { name: "Add access right" });
    await user.click(add);
    expect(within(drawer).getByRole("alert").textContent).toContain("3 fields");
    await user.click(within(drawer).getByRole("combobox", { name: /^Product/ }));
    await user.click(await screen.findByRole("option", { name: "Media planner" }));
    await user.type(within(drawer).getByRole("textbox", { name: /^Name/ }), "Delete plans");
    const code = within(drawer).getByRole("textbox", { name: /^Code/ });
    await user.type(code, "planner.export");
    await user.selectOptions(within(drawer).getByRole("combobox", { name: "Type" }), "button");
    await user.click(await within(drawer).findByRole("combobox", { name: "Module" }));
    await user.click(await screen.findByRole("option", { name: "Reports" }));
    await user.click(within(drawer).getByRole("combobox", { name: "Groups" }));
    await user.click(await screen.findByRole("option", { name: "Media South" }));
    await expectAccessible();
    await user.click(add);
    await within(drawer).findByText("Another access right of this product has this code.");
    await user.clear(code);
    await user.type(code, "planner.delete");
    await user.click(add);
    await screen.findByText("“Delete plans” is added and waits to be confirmed.");
    expect(state.sent.at(-1)).toEqual({
      projectId: 7,
      accessName: "Delete plans",
      accessCode: "planner.delete",
      type: "button",
      moduleId: "m-1",
      status: 0,
      groupIds: ["g-3"],
      clientIds: [],
      divisionIds: [],
      brandIds: [],
    });
  });

  it("sends changed fields with the version that was read", async () => {
    const { user, act, state } = await rights(ALL);
    await act("See reports", "Edit");
    const drawer = await screen.findByRole("dialog", { name: "Edit “See reports”" });
    const name = await within(drawer).findByRole("textbox", { name: /^Name/ });
    await user.type(name, " of all");
    await user.click(within(drawer).getByText("Limited to"));
    await user.click(within(drawer).getByRole("button", { name: "Remove Harbour Foods" }));
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await screen.findByText("“See reports” is saved and waits to be confirmed.");
    expect(state.sent).toEqual([
      { accessId: "x-1", version: 3, accessName: "See reports of all", clientIds: [] },
    ]);
  });

  it("says who changed it first", async () => {
    const { user, act, state } = await rights(ALL);
    await act("See reports", "Groups");
    const drawer = await screen.findByRole("dialog", { name: "Groups that grant “See reports”" });
    await user.click(await within(drawer).findByRole("button", { name: "Remove Media North" }));
    state.version = 9;
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await within(drawer).findByText(/Ben Admin changed this access right/);
    await user.click(within(drawer).getByRole("button", { name: "Overwrite with mine" }));
    await screen.findByText("“See reports” is saved and waits to be confirmed.");
    expect(state.sent.at(-1)).toEqual({ accessId: "x-1", version: 9, groupIds: ["g-2"] });
  });

  it("is confirmed after a question that shows all waiting changes, without later ones", async () => {
    const { user, act, state } = await rights(ALL);
    await act("See reports", "Confirm");
    const question = await screen.findByRole("alertdialog", {
      name: "Confirm the changes to “See reports”?",
    });
    await within(question).findByText("Groups added: 蓝岸广告媒介部");
    await expectAccessible();
    await user.click(within(question).getByRole("button", { name: "Confirm" }));
    await screen.findByText("“See reports” is confirmed.");
    expect(state.sent).toEqual([{ accessId: "x-1", version: 3 }]);
  });

  it("is deleted after a question that names the groups and roles that give it", async () => {
    const { user, act, state } = await rights(ALL);
    await act("导出媒介计划", "Delete");
    const question = await screen.findByRole("alertdialog", { name: "Delete “导出媒介计划”?" });
    await within(question).findByText("It is granted by Media North, 蓝岸广告媒介部 and Editors.");
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    await screen.findByText("“导出媒介计划” is deleted.");
    expect(state.sent).toEqual([{ accessId: "x-3", version: 3, force: true }]);
  });

  it("is confirmed together with others; rights without waiting changes are left out", async () => {
    const { user, state } = await rights(ALL);
    await user.click(screen.getByRole("checkbox", { name: "Select all rows on this page" }));
    const bar = screen.getByRole("region", { name: "Selected rows" });
    await user.click(within(bar).getByRole("button", { name: "Confirm" }));
    const dialog = await screen.findByRole("alertdialog", {
      name: "Confirm the changes to 3 access rights?",
    });
    await user.click(within(dialog).getByRole("button", { name: "Confirm" }));
    await screen.findByText("3 access rights are confirmed.");
    expect(state.sent).toEqual([
      { accessId: "x-1", version: 3 },
      { accessId: "x-5", version: 3 },
      { accessId: "x-2", version: 3 },
    ]);
  });

  it("is switched as a draft", async () => {
    const { user, act, state } = await rights(ALL);
    await act("See reports", "Switch off");
    const question = await screen.findByRole("alertdialog", { name: "Switch “See reports” off?" });
    expect(question.textContent).toContain("waits to be confirmed");
    await user.click(within(question).getByRole("button", { name: "Switch off" }));
    await screen.findByText("“See reports” is off once the change is confirmed.");
    expect(state.sent).toEqual([{ accessId: "x-1", version: aRight().version, status: 1 }]);
  });
});
