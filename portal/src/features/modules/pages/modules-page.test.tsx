import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { describeList } from "../../../testing/describe-list";
import { aUser } from "../../../testing/factories";
import { fakeModules, someModules } from "../../../testing/fake-modules";
import { expectAccessible, itemsOfOpenMenu, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

const LONG = "Budgets of all regional campaigns, by client, brand and mediumBudgetsOfAllRegionalCampaigns";

/** R-12, S-20, C-022, F-27. */
describeList({
  routes,
  empty: "No modules yet. A module groups the access rights of a product.",
  list: "/api/security/admin/access/module-list",
  file: "/api/security/admin/module/export",
  mocks: () => fakeModules(someModules).mocks,
  cells: {
    "en-us": [
      ["ReportsReports", "Media planner", "On", "2", "12"],
      [LONG, "Media planner", "On", "1,200", "12"],
      ["媒介日历Calendar", "媒介计划", "Off", "2", "0"],
    ],
    "zh-cn": [
      ["ReportsReports", "Media planner", "启用", "2", "12"],
      [LONG, "Media planner", "启用", "1,200", "12"],
      ["媒介日历Calendar", "媒介计划", "停用", "2", "0"],
    ],
  },
  narrowed: {
    address: "sort=-order&context=zebra&projectId=7&status=1",
    asks: { sort: "-order", context: "zebra", projectId: "7", status: "1" },
    chips: ["Name or code: zebra", "Product: Media planner", "Status: Off"],
  },
});

const RIGHT = "operation_access.ProductManagement.ModuleList";

async function modules(given: Partial<ReturnType<typeof aUser>>) {
  const fake = fakeModules(someModules);
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser(given))),
    ...fake.mocks.map(handlerOf),
  );
  const view = renderPortal("/operation-access/Module-list", routes);
  await screen.findByText("媒介日历");
  const menu = async (name: string) => {
    await view.user.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
    return itemsOfOpenMenu();
  };
  const act = async (name: string, action: string) => {
    await menu(name);
    await view.user.click(await screen.findByRole("menuitem", { name: action }));
  };
  return { ...view, menu, act, state: fake.state };
}

const ALL = (["view", "add", "edit", "delete"] as const).map((may) => `${RIGHT}.${may}` as const);

/** S-20, C-027 to C-029. */
describe("a module", () => {
  it("is changed by the administrator of its product without an access code", async () => {
    const { menu } = await modules({ projectIds: [7] });
    expect((await menu("Reports")).map(({ textContent }) => textContent)).toEqual([
      "Edit",
      "Access rights",
      "Switch off",
      "Delete",
    ]);
  });

  it("is added to a product; the field of the code says that a code is taken", async () => {
    const { user, state } = await modules({ accessList: ALL });
    await user.click(screen.getByRole("button", { name: "Add module" }));
    const drawer = await screen.findByRole("dialog", { name: "Add module" });
    const add = within(drawer).getByRole("button", { name: "Add module" });
    await user.click(within(drawer).getByRole("combobox", { name: /^Product/ }));
    await user.click(await screen.findByRole("option", { name: "媒介计划" }));
    await user.type(within(drawer).getByRole("textbox", { name: /^Name/ }), "Orders");
    const code = within(drawer).getByRole("textbox", { name: /^Code/ });
    await user.type(code, "Reports");
    const order = within(drawer).getByRole("textbox", { name: /^Position/ });
    await user.clear(order);
    await user.type(order, "first");
    await user.click(add);
    await within(drawer).findByText("Write a whole number.");
    await user.clear(order);
    await user.type(order, "5");
    await user.click(add);
    await within(drawer).findByText("Another module of this product has this code.");
    await waitFor(() => expect(document.activeElement).toBe(code));
    await expectAccessible();
    await user.clear(code);
    await user.type(code, "Orders");
    await user.click(add);
    await screen.findByText("Orders is added.");
    const added = { projectId: 8, moduleName: "Orders", moduleCode: "Orders", desc: "", sort: 5, status: 0 };
    expect(state.sent.at(-1)).toEqual(added);
  });

  it("opens by its name, as a link, for people who may open something about it", async () => {
    const { unmount, user } = await modules({ accessList: ALL });
    const link = await screen.findByRole("link", { name: "Reports" });
    expect(link.getAttribute("href")).toContain("module=m-1");
    await user.click(link);
    await screen.findByRole("dialog", { name: "Edit Reports" });
    unmount();
    await modules({ accessList: [`${RIGHT}.view`] });
    expect(screen.queryByRole("link", { name: "Reports" })).toBeNull();
  });

  it("is changed with the version of its row, and says who changed it first", async () => {
    const { user, act, state } = await modules({ accessList: ALL });
    state.version = 9;
    await act("Reports", "Edit");
    const drawer = await screen.findByRole("dialog", { name: "Edit Reports" });
    await user.type(await within(drawer).findByRole("textbox", { name: /^Name/ }), "!");
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await within(drawer).findByText(/Ben Admin changed this module/);
    expect(state.sent).toEqual([
      expect.objectContaining({ moduleId: "m-1", version: 3, moduleName: "Reports!" }),
    ]);
  });

  it("is switched off after a question that says what happens to its access rights", async () => {
    const { user, act, state } = await modules({ accessList: ALL });
    await act("Reports", "Switch off");
    const question = await screen.findByRole("alertdialog", { name: "Switch Reports off?" });
    expect(question.textContent).toContain("give nothing");
    await user.click(within(question).getByRole("button", { name: "Switch off" }));
    await screen.findByText("Reports is off.");
    expect(state.sent).toEqual([{ moduleId: "m-1", version: 3, status: 1 }]);
  });

  it("is switched off among others, also if somebody changed it meanwhile", async () => {
    const { user, state } = await modules({ accessList: ALL });
    await user.click(screen.getByRole("checkbox", { name: "Select Reports" }));
    state.version = 9;
    state.modules = state.modules.map((module) => ({ ...module, version: 9 }));
    await user.click(screen.getByRole("button", { name: "Switch off" }));
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: "Switch off" }));
    await within(question).findByText(/Ben Admin changed this module/);
    await user.click(within(question).getByRole("button", { name: "Try the rest again" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(state.sent).toEqual([3, 9].map((version) => ({ moduleId: "m-1", version, status: 1 })));
  });

  it("is deleted after a question, if no access right belongs to it", async () => {
    const { user, act, state } = await modules({ accessList: ALL });
    await act("Reports", "Delete");
    const used = await screen.findByRole("dialog", { name: "Reports can’t be deleted yet" });
    expect(used.textContent).toContain("12 access rights belong to it");
    expect(within(used).queryByRole("button", { name: "Delete" })).toBeNull();
    await user.click(within(used).getAllByRole("button", { name: "Close" })[0]!);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await act("媒介日历", "Delete");
    const question = await screen.findByRole("alertdialog", { name: "Delete 媒介日历?" });
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    await screen.findByText("媒介日历 is deleted.");
    expect(state.sent).toEqual([{ moduleId: "m-3" }]);
  });
});
