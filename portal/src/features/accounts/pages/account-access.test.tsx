import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aUser } from "../../../testing/factories";
import { fakeAccessCheck } from "../../../testing/fake-access-check";
import { anAccount, fakeAccounts } from "../../../testing/fake-accounts";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { routes as homeOfOthers } from "../../home/routes-of-others";
import { routes } from "../routes";

const LIST = "account_maintain.AccountManagement.AccountList";

let state: ReturnType<typeof fakeAccounts>["state"];

beforeEach(() => {
  const fake = fakeAccounts([
    anAccount(),
    anAccount({ userId: "a-2", username: "AdaSuper", fullName: "Ada" }),
  ]);
  state = fake.state;
  const accessList = [`${LIST}.view`, `${LIST}.home`];
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList }))),
    ...fake.mocks.map(handlerOf),
  );
});

async function page() {
  const view = renderPortal("/auth-management/account-list", [...routes, ...homeOfOthers]);
  await screen.findByRole("link", { name: "Dan Member" });
  return view;
}

async function access() {
  const { user } = await page();
  await user.click(screen.getByRole("button", { name: "Actions for DanMember" }));
  await user.click(await screen.findByRole("menuitem", { name: "Access" }));
  const drawer = await screen.findByRole("dialog", { name: "Access of Dan Member (DanMember)" });
  await within(drawer).findByRole("heading", { name: "Roles" });
  return { user, drawer };
}

/** C-045: each right with what gives it, and who manages that. */
it("shows roles, groups and rights with their reasons and who manages them", async () => {
  const { drawer } = await access();
  const items = within(drawer)
    .getAllByRole("listitem")
    .filter((item) => item.parentElement?.closest("li") === null)
    .map((item) => item.textContent);
  expect(items).toEqual([
    "Planner in 媒体日历Only for NorthlightManaged by Ben Admin and 王小明",
    "Clerk in Time SheetsOnly for Harbour Foods" +
      "Inactive: the role is off, or agency or client doesn’t match." +
      "Nobody manages it; administrators can help",
    "Client Service NorthOpens 媒体日历 and Time SheetsManaged by Chloe Manager",
    "媒介采购Opens no productNobody manages it; administrators can help",
    "媒体日历By the role PlannerManaged by Ben Admin and 王小明" +
      "By the group Client Service NorthManaged by Chloe Managercalendar.Plan.edit",
    "媒体日历By the role PlannerManaged by Ben Admin and 王小明7 rights" +
      ["view", "add", "edit", "status", "export", "delete", "confirm"]
        .map((act) => `calendar.Calendar.${act}`)
        .join(""),
    "SSOBy the built-in access group SSAGManaged by super administrators" +
      "account_maintain.AccountManagement.AuditLog.view",
  ]);
  await expectAccessible(drawer);
});

/** Four clicks to the answer: Actions, Access, the field, the application. */
it("says why somebody can or cannot open an application", async () => {
  const fake = fakeAccessCheck();
  const options = [{ projectId: 7, projectName: "Media planner", appName: "PLANNER" }];
  server.use(
    ...fake.mocks.map(handlerOf),
    answers("get", "/api/security/admin/app/option-list", () => success(options)),
  );
  const { user, drawer } = await access();
  await user.click(await within(drawer).findByRole("combobox", { name: "Check an application" }));
  await user.click(await screen.findByRole("option", { name: "Media planner" }));
  await within(drawer).findByText("Dan Member can’t open Media planner");
  expect(fake.state.asked).toEqual([{ userId: "a-1", projectId: "7" }]);
  await expectAccessible(drawer);
});

it("says when there is nothing, and when there is more", async () => {
  state.access = { roles: [], groups: [], accessList: [], more: true };
  const { drawer } = await access();
  within(drawer).getByText("No role.");
  within(drawer).getByText("No groups that grant access.");
  within(drawer).getByText("No access right.");
  within(drawer).getByText("There is more than is shown here.");
});

/**
 * C-044, C-046, C-047, C-057, G-45, G-90, S-16: what somebody has in the product comes first, each role with its own
 * limit; roles elsewhere stay.
 */
describe("the roles of a person in a product", () => {
  async function drawerOfRoles() {
    const products = [
      { projectId: 7, projectName: "媒体日历", appName: "CALENDAR" },
      { projectId: 8, projectName: "Time Sheets", appName: "TIME" },
    ];
    server.use(
      answers("get", "/api/security/admin/app/option-list", () => success(products)),
      answers("get", "/api/security/admin/app/list", () =>
        success({ list: [], total: 0, more: false, sort: "", pageNum: 1 }),
      ),
      answers("get", "/api/security/admin/user/org/option-list", ({ query }) =>
        success(query.accountType === "3" ? [{ orgId: "c-1", orgName: "Harbour Foods" }] : []),
      ),
    );
    const accessList = [`${LIST}.view` as const, "operation_access.AccessManagement.RoleList.view" as const];
    server.use(answers("post", "/api/security/user/info", () => success(aUser({ accessList }))));
    const { user } = await page();
    await user.click(screen.getByRole("button", { name: "Actions for DanMember" }));
    await user.click(await screen.findByRole("menuitem", { name: "Roles" }));
    const drawer = await screen.findByRole("dialog", { name: "Roles of Dan Member (DanMember)" });
    const choose = async (name: string, option: string, where = drawer) => {
      await user.click(await within(where).findByRole("combobox", { name }));
      await user.click(await screen.findByRole("option", { name: option }));
    };
    const limitOf = async (role: string) => {
      const group = await within(drawer).findByRole("group", { name: role });
      const type = within(group).getByRole<HTMLSelectElement>("combobox", {
        name: "Limited to accounts of type",
      });
      return { group, type };
    };
    const save = async () => {
      await user.click(within(drawer).getByRole("button", { name: "Save" }));
      await screen.findByText("The roles of Dan Member (DanMember) are saved.");
    };
    await choose("Product", "媒体日历");
    return { user, drawer, choose, limitOf, save };
  }

  it("are given and taken, each with its own limit", async () => {
    const { user, choose, limitOf, save } = await drawerOfRoles();
    const planner = await limitOf("Planner");
    await waitFor(() => expect(planner.type.selectedOptions[0]?.textContent).toBe("Internal"));
    const agency = within(planner.group).getByRole<HTMLInputElement>("combobox", { name: "Agency" });
    await waitFor(() => expect(agency.value).toBe("Northlight"));
    await choose("Roles", "媒体审核");
    const reviewer = await limitOf("媒体审核");
    expect(reviewer.type.selectedOptions[0]?.textContent).toBe("No limit");
    await user.selectOptions(reviewer.type, "Client");
    await choose("Client", "Harbour Foods", reviewer.group);
    await expectAccessible();
    await save();
    const limits = [
      { roleId: "r-1", accountType: 1, orgId: "7" },
      { roleId: "r-3", accountType: 3, orgId: "c-1" },
    ];
    expect(state.sent).toEqual([
      { userId: "a-1", assignments: [{ projectId: 7, roleIds: ["r-1", "r-3"], limits }] },
    ]);
  });

  /** C-044: the fault of a limit names its position in the call, and stands at the role that has it. */
  it("have the fault of a limit at its role", async () => {
    const { user, drawer, choose, limitOf } = await drawerOfRoles();
    await choose("Roles", "媒体审核");
    const reviewer = await limitOf("媒体审核");
    await user.selectOptions(reviewer.type, "Client");
    await choose("Client", "Harbour Foods", reviewer.group);
    const msg = "This client is gone.";
    const faults = [{ field: "limits[1].orgId", msg }];
    server.use(
      answers("post", "/api/security/admin/user/assign-role", () =>
        refusal(100012, msg, { field: "limits[1].orgId", faults }),
      ),
    );
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    const { group } = await limitOf("媒体审核");
    await within(group).findByText(msg);
    expect(within(drawer).getAllByText(msg)).toHaveLength(1);
    const client = within(group).getByRole("combobox", { name: "Client" });
    await waitFor(() => expect(document.activeElement).toBe(client));
  });

  it("send no limit of a role that is taken, and no empty limit", async () => {
    const { user, drawer, choose, limitOf, save } = await drawerOfRoles();
    await limitOf("Planner");
    await user.click(within(drawer).getByRole("button", { name: "Remove Planner" }));
    await choose("Roles", "媒体审核");
    await limitOf("媒体审核");
    await save();
    expect(state.sent).toEqual([
      { userId: "a-1", assignments: [{ projectId: 7, roleIds: ["r-3"], limits: [] }] },
    ]);
  });

  it("keep the agency only for the same type", async () => {
    const { user, limitOf, save } = await drawerOfRoles();
    const { type } = await limitOf("Planner");
    await waitFor(() => expect(type.selectedOptions[0]?.textContent).toBe("Internal"));
    await user.selectOptions((await limitOf("Planner")).type, "Corporate identity");
    await save();
    const limits = [{ roleId: "r-1", accountType: 2 }];
    expect(state.sent).toEqual([
      { userId: "a-1", assignments: [{ projectId: 7, roleIds: ["r-1"], limits }] },
    ]);
  });
});

/** The server says whose roles the reader may change. */
it("are not offered where the server allows none", async () => {
  state.accounts = state.accounts.map((one) => ({ ...one, rights: { ...one.rights, roles: false } }));
  const { user } = await page();
  await user.click(screen.getByRole("button", { name: "Actions for DanMember" }));
  await screen.findByRole("menuitem", { name: "Access" });
  expect(screen.queryByRole("menuitem", { name: "Roles" })).toBeNull();
});

it("leads from an account's row to its home page, and requests it once", async () => {
  const { user } = await page();
  await user.click(screen.getByRole("button", { name: "Actions for DanMember" }));
  await user.click(await screen.findByRole("menuitem", { name: "View home as this person" }));
  await screen.findByRole("heading", { level: 1, name: "Home as Dan Member (DanMember) sees it" });
  screen.getByText(
    "Read-only preview. Choose a card to read why it opens or not. This visit is recorded in the audit log.",
  );
  expect(screen.queryByText(/can’t sign in/)).toBeNull();
  expect(state.looks).toBe(1);
});
