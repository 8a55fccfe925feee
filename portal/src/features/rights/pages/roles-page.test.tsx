import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { describeList } from "../../../testing/describe-list";
import { aUser } from "../../../testing/factories";
import { fakeRights, someRights } from "../../../testing/fake-rights";
import { fakeRoles, someRoles } from "../../../testing/fake-roles";
import { expectAccessible, itemsOfOpenMenu, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

const LONG = "Regional client service directors and all who stand in for them";

/** R-11, S-21, C-048. */
describeList({
  routes: [routes[1]!],
  empty: "No roles yet. A role gives people access rights of a product.",
  list: "/api/security/admin/role/list",
  file: "/api/security/admin/role/export",
  mocks: () => fakeRoles(someRoles).mocks,
  cells: {
    "en-us": [
      ["Editors", "Media planner", "Client: Harbour Foods", "On", "2", "12", ""],
      [LONG, "Media planner", "Internal", "On", "2", "1,234", ""],
      ["媒介审核", "媒介计划", "Everyone", "Off", "0", "0", ""],
    ],
    "zh-cn": [
      ["Editors", "Media planner", "客户：Harbour Foods", "启用", "2", "12", ""],
      [LONG, "Media planner", "内部人员", "启用", "2", "1,234", ""],
      ["媒介审核", "媒介计划", "所有人", "停用", "0", "0", ""],
    ],
  },
  narrowed: {
    address: "sort=-roleName&context=zebra&projectId=7&status=1",
    asks: { sort: "-roleName", context: "zebra", projectId: "7", status: "1" },
    chips: ["Name: zebra", "Product: Media planner", "Status: Off"],
  },
});

const RIGHT = "operation_access.AccessManagement.RoleList";
const RIGHTS = "operation_access.AccessManagement.AccessList.view";
type May = "view" | "add" | "edit" | "delete" | "assign";
const ALL: May[] = ["view", "add", "edit", "delete", "assign"];

async function roles(may: May[], given: Partial<ReturnType<typeof aUser>> = {}) {
  const fake = fakeRoles(someRoles);
  const accessList = may.map((one) => `${RIGHT}.${one}` as const);
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList, ...given }))),
    ...[...fake.mocks, ...fakeRights(someRights).mocks].map(handlerOf),
  );
  const view = renderPortal("/operation-access/role-list", routes);
  await screen.findByRole("link", { name: "Editors" });
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

/** S-21, C-048 to C-057. */
describe("the tabs of the permission list", () => {
  it("lead from the roles to the access rights and back", async () => {
    const { user } = await roles(["view"], { accessList: [`${RIGHT}.view`, RIGHTS] });
    const tabs = screen.getByRole("navigation", { name: "Roles" });
    expect(within(tabs).getByRole("link", { name: "Roles" }).getAttribute("aria-current")).toBe("page");
    await user.click(within(tabs).getByRole("link", { name: "Access rights" }));
    await screen.findByRole("heading", { level: 1, name: "Access rights" });
    await screen.findByRole("link", { name: "See reports" });
  });

  it("are missing for people who may open only one of the two", async () => {
    await roles(["view"]);
    expect(screen.queryByRole("navigation", { name: "Roles" })).toBeNull();
  });
});

describe("a role", () => {
  it("is read-only without further rights", async () => {
    const { menu } = await roles(["view"]);
    expect((await menu("Editors")).map(({ textContent }) => textContent)).toEqual(["Details", "People"]);
  });

  it("is changed by the administrator of its product without an access code", async () => {
    const { menu } = await roles([], { projectIds: [7] });
    expect((await menu("Editors")).map(({ textContent }) => textContent)).toEqual([
      "Details",
      "Edit",
      "People",
      "Switch off",
      "Delete",
    ]);
  });

  it("is added for an account type and an organisation, with access rights of its product", async () => {
    const { user, state } = await roles(ALL);
    await user.click(screen.getByRole("button", { name: "Add role" }));
    const drawer = await screen.findByRole("dialog", { name: "Add role" });
    within(drawer).getByText("Choose a product to see its access rights.");
    await user.click(within(drawer).getByRole("combobox", { name: /^Product/ }));
    await user.click(await screen.findByRole("option", { name: "Media planner" }));
    await user.type(within(drawer).getByRole("textbox", { name: /^Name/ }), "Readers");
    await user.selectOptions(within(drawer).getByRole("combobox", { name: "For" }), "3");
    await user.click(await within(drawer).findByRole("combobox", { name: "Client" }));
    await user.click(await screen.findByRole("option", { name: "海港食品" }));
    await user.click(await within(drawer).findByRole("checkbox", { name: "All of Reports" }));
    await within(drawer).findByText("2 of 3 chosen");
    await user.click(within(drawer).getByRole("checkbox", { name: /^Share reports/ }));
    await within(drawer).findByText("1 of 3 chosen");
    await expectAccessible();
    await user.click(within(drawer).getByRole("button", { name: "Add role" }));
    await screen.findByText("“Readers” is added.");
    expect(state.sent).toEqual([
      {
        projectId: 7,
        roleName: "Readers",
        accountType: 3,
        orgId: "9",
        status: 0,
        accessIds: ["x-1"],
        requiresFactor: false,
      },
    ]);
  });

  it("sends changed fields with the version that was read", async () => {
    const { user, act, state } = await roles(ALL);
    await act("Editors", "Edit");
    const drawer = await screen.findByRole("dialog", { name: "Edit “Editors”" });
    await user.selectOptions(await within(drawer).findByRole("combobox", { name: "For" }), "0");
    await user.click(await within(drawer).findByRole("checkbox", { name: /^导出媒介计划/ }));
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await screen.findByText("“Editors” is saved.");
    expect(state.sent).toEqual([
      { roleId: "r-1", version: 5, accountType: 0, orgId: "", accessIds: ["x-1", "x-3"] },
    ]);
  });

  /** Every list is a file too. */
  it("has a file of its people", async () => {
    const { user, act, state } = await roles(ALL);
    const asked: unknown[] = [];
    server.use(
      handlerOf({
        method: "get",
        path: "/api/security/admin/role/assign/user-export",
        reply: ({ query }) => {
          asked.push(query);
          return Promise.resolve(refusal(999999, "The file is asked for."));
        },
      }),
    );
    await act("Editors", "People");
    const drawer = await screen.findByRole("dialog", { name: "People with the role “Editors”" });
    await user.click(await within(drawer).findByRole("button", { name: "Download CSV" }));
    const dialog = await screen.findByRole("dialog", {
      name: "Download the list: People with the role “Editors”",
    });
    await user.click(within(dialog).getByRole("button", { name: "Download" }));
    await within(dialog).findByText("The file is asked for.");
    expect(asked).toEqual([{ roleId: "r-1" }]);
    expect(state.sent).toEqual([]);
  });

  it("is given to some people and taken from others in one step", async () => {
    const { user, act, state } = await roles(ALL);
    await act("Editors", "People");
    const drawer = await screen.findByRole("dialog", { name: "People with the role “Editors”" });
    const save = within(drawer).getByRole("button", { name: "Save" });
    await user.click(await within(drawer).findByRole("button", { name: "Remove Chloe Manager" }));
    await within(drawer).findByRole("button", { name: "Keep Chloe Manager" });
    await user.type(within(drawer).getByRole("combobox", { name: "Add people" }), "eve");
    await user.click(await screen.findByRole("option", { name: /EveNewcomer/ }));
    await within(drawer).findByRole("button", { name: "Remove EveNewcomer" });
    await expectAccessible();
    state.version = 8;
    await user.click(save);
    await within(drawer).findByText(/Ben Admin changed this role/);
    await user.click(within(drawer).getByRole("button", { name: "Overwrite with mine" }));
    await screen.findByText("The people with the role “Editors” are saved.");
    expect(state.sent.at(-1)).toEqual({
      roleId: "r-1",
      version: 8,
      addedIds: ["u-4"],
      removedIds: ["u-1"],
    });
  });

  it("is not sent if nobody was added or removed; without the right, the people are read-only", async () => {
    const { user, act, state } = await roles(ALL);
    await act("Editors", "People");
    const drawer = await screen.findByRole("dialog", { name: "People with the role “Editors”" });
    await within(drawer).findByText("李明");
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await within(drawer).findByText("Add or remove somebody first.");
    expect(state.sent).toEqual([]);
  });

  it("leads to the people who have it, and is deleted once nobody has it", async () => {
    const { user, act, state } = await roles(ALL);
    await act("Editors", "Delete");
    const held = await screen.findByRole("dialog", { name: "“Editors” can’t be deleted yet" });
    expect(held.textContent).toContain("12 people have it. Remove the role from them first.");
    expect(within(held).queryByRole("button", { name: "Delete" })).toBeNull();
    await expectAccessible();
    await user.click(within(held).getByRole("button", { name: "Show people" }));
    const people = await screen.findByRole("dialog", { name: "People with the role “Editors”" });
    await user.click(within(people).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await act("媒介审核", "Delete");
    const other = await screen.findByRole("alertdialog", { name: "Delete “媒介审核”?" });
    await user.click(within(other).getByRole("button", { name: "Delete" }));
    await screen.findByText("“媒介审核” is deleted.");
    expect(state.sent).toEqual([{ roleId: "r-3", version: 5 }]);
  });

  it("shows the people that it is for and what it gives", async () => {
    const { user } = await roles(ALL);
    await user.click(screen.getByRole("link", { name: "Editors" }));
    const drawer = await screen.findByRole("dialog", { name: "Editors" });
    await within(drawer).findByText("See reports");
    within(drawer).getByText("planner.Reports.view");
    within(drawer).getByText("Client: Harbour Foods");
    within(drawer).getByText("Removed when confirmed");
    await expectAccessible();
  });
});
