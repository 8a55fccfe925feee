import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aUser } from "../../../testing/factories";
import { aGroup, fakeGroups } from "../../../testing/fake-groups";
import { fakeRights } from "../../../testing/fake-rights";
import { expectAccessible, itemsOfOpenMenu, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

const LIST = "operation_access.UserGroupManagement.GroupList";
const CONFIRM = "operation_access.AccessManagement.AccessList.confirm";
let state: ReturnType<typeof fakeGroups>["state"];
let confirmed: ReturnType<typeof fakeRights>["state"];

function serve(given: Partial<ReturnType<typeof aUser>> = {}) {
  const [fake, rights] = [fakeGroups([aGroup()]), fakeRights([])];
  [state, confirmed] = [fake.state, rights.state];
  const accessList = [`${LIST}.view`, `${LIST}.edit`, CONFIRM] as const;
  const user = aUser({ accessList: [...accessList], roles: ["member", "admin"], ...given });
  server.use(
    answers("post", "/api/security/user/info", () => success(user)),
    ...[...fake.mocks, ...rights.mocks].map(handlerOf),
  );
}

beforeEach(() => serve());

async function open(action: string) {
  const { user } = renderPortal("/operation-access/group-list", routes);
  await screen.findByText("Media North");
  await user.click(screen.getByRole("button", { name: "Actions for Media North" }));
  await user.click(await screen.findByRole("menuitem", { name: action }));
  return user;
}

/** C-074, C-075, C-082. */
describe("the members of a group", () => {
  it("are listed with role and last day, and are added and removed together", async () => {
    serve({ id: "u-3" });
    const none = { remove: false, appoint: false, lastDay: false };
    state.members = state.members.map((one) => (one.userId === "u-3" ? { ...one, rights: none } : one));
    const user = await open("Members");
    const drawer = await screen.findByRole("dialog", { name: "Members of Media North" });
    await within(drawer).findByText("chloemanager@demo.test · manages the group");
    within(drawer).getByText("until 31 Dec 2026");
    within(drawer).getByText("You can’t remove yourself: ask another administrator.");
    expect(within(drawer).queryByRole("button", { name: "Remove 李明" })).toBeNull();
    const save = within(drawer).getByRole("button", { name: "Save" });
    await user.click(save);
    await within(drawer).findByText("Add or remove somebody first.");
    await user.click(within(drawer).getByRole("button", { name: "Remove Chloe Manager" }));
    await user.click(within(drawer).getByRole("combobox", { name: "Add people" }));
    await user.click(await screen.findByRole("option", { name: /Ben Admin/ }));
    await within(drawer).findByRole("button", { name: "Remove Ben Admin" });
    await expectAccessible();
    await user.click(save);
    await screen.findByText("The members of Media North are saved.");
    const change = { groupId: "g-1", version: 3, addUserIds: ["u-2"], removeUserIds: ["u-1"] };
    expect(state.sent).toEqual([change]);
  });

  /** One appoints a manager and sets a last day; what is staged in the list stays and is saved. */
  it("can each become a manager, stop being one, and get another last day", async () => {
    serve({ id: "u-9" });
    const user = await open("Members");
    const drawer = await screen.findByRole("dialog", { name: "Members of Media North" });
    await user.click(await within(drawer).findByRole("button", { name: "Remove Chloe Manager" }));
    await user.click(within(drawer).getByRole("button", { name: "Change 李明" }));
    const one = await screen.findByRole("dialog", { name: "Membership of 李明" });
    const save = within(one).getByRole("button", { name: "Save" });
    await user.click(save);
    await within(one).findByText("Nothing is changed.");
    await user.click(within(one).getByRole("checkbox", { name: "Manages the group" }));
    const day = within(one).getByLabelText<HTMLInputElement>("Last day");
    expect(day.value).toBe("2026-12-31");
    await user.clear(day);
    await expectAccessible();
    await user.click(save);
    await screen.findByText("The membership of 李明 is saved.");
    const list = await screen.findByRole("dialog", { name: "Members of Media North" });
    await within(list).findByRole("button", { name: "Keep Chloe Manager" });
    // The reader goes on where they were in the list.
    const change = within(list).getByRole("button", { name: "Change 李明" });
    await waitFor(() => expect(document.activeElement).toBe(change));
    await user.click(within(list).getByRole("button", { name: "Save" }));
    await screen.findByText("The members of Media North are saved.");
    expect(state.sent).toEqual([
      { groupId: "g-1", userId: "u-3", endsOn: "", readEndsOn: "2026-12-31", manages: true, version: 3 },
      { groupId: "g-1", version: 4, addUserIds: [], removeUserIds: ["u-1"] },
    ]);
  });

  /** Every list is a file too; it has the people that the search finds. */
  it("are downloaded as a file", async () => {
    const asked: unknown[] = [];
    server.use(
      handlerOf({
        method: "get",
        path: "/api/security/admin/user-group/user-export",
        reply: ({ query }) => {
          asked.push(query);
          return Promise.resolve(refusal(999999, "The file is asked for."));
        },
      }),
    );
    const user = await open("Members");
    const drawer = await screen.findByRole("dialog", { name: "Members of Media North" });
    await within(drawer).findByText("李明");
    await user.type(within(drawer).getByRole("searchbox"), "chloe");
    await waitFor(() => expect(within(drawer).queryByText("李明")).toBeNull());
    await user.click(within(drawer).getByRole("button", { name: "Download CSV" }));
    const dialog = await screen.findByRole("dialog", { name: "Download the list: Members of Media North" });
    await user.click(within(dialog).getByRole("button", { name: "Download" }));
    await within(dialog).findByText("The file is asked for.");
    expect(asked).toEqual([{ groupId: "g-1", status: "0", context: "chloe" }]);
    expect(state.sent).toEqual([]);
  });

  /** F-21: the only manager cannot be removed, and the list says why. */
  it("offer the changes that the server allows the reader", async () => {
    serve({ id: "u-9" });
    const rights = { remove: false, appoint: false, lastDay: false };
    const given = { userId: "u-5", username: "LeoLion", fullName: "Leo Lion", source: "Lion Identity" };
    const rest = state.members.map((one) => ({ ...one, rights, isOnlyManager: one.isManager }));
    state.members = rest.concat(rest.slice(1).map((one) => ({ ...one, ...given })));
    await open("Members");
    const drawer = await screen.findByRole("dialog", { name: "Members of Media North" });
    await within(drawer).findByText("This is the only manager. Appoint another one first.");
    within(drawer).getByText("Lion Identity gives this membership, so it changes only there.");
    within(drawer).getByText(/from Lion Identity$/);
    expect(within(drawer).queryByRole("button", { name: /^Change/ })).toBeNull();
    expect(within(drawer).queryByRole("button", { name: "Remove Chloe Manager" })).toBeNull();
    within(drawer).getByRole("button", { name: "Remove 李明" });
  });

  /** F-21: the server keeps the last manager, and the form says so where it was asked. */
  it("keep their last manager", async () => {
    serve({ id: "u-9" });
    const rights = { remove: true, appoint: true, lastDay: false };
    state.members = state.members.map((one) => ({ ...one, rights }));
    const user = await open("Members");
    await user.click(await screen.findByRole("button", { name: "Change Chloe Manager" }));
    const one = await screen.findByRole("dialog", { name: "Membership of Chloe Manager" });
    expect(within(one).queryByLabelText("Last day")).toBeNull();
    const msg = "A group keeps one active manager.";
    server.use(
      answers("post", "/api/security/admin/user-group/upd", () =>
        refusal(100012, msg, { field: "groupAdmin", faults: [{ field: "groupAdmin", msg }] }),
      ),
    );
    const box = within(one).getByRole("checkbox", { name: "Manages the group" });
    await user.click(box);
    await user.click(within(one).getByRole("button", { name: "Save" }));
    await within(one).findByText(msg);
    expect(box.getAttribute("aria-invalid")).toBe("true");
  });

  it("are read-only without the right to edit", async () => {
    serve({ accessList: [`${LIST}.view`], roles: ["member"] });
    const { user } = renderPortal("/operation-access/group-list", routes);
    await screen.findByText("Media North");
    await user.click(screen.getByRole("button", { name: "Actions for Media North" }));
    const items = await itemsOfOpenMenu();
    expect(items.map(({ textContent }) => textContent)).toEqual(["Members"]);
  });
});

/** C-051, C-077, C-084, C-030. */
describe("the access rights of a group", () => {
  it("are selected for each product, and sent as additions and removals", async () => {
    const user = await open("Access rights");
    const drawer = await screen.findByRole("dialog", { name: "Access rights of Media North" });
    await user.click(await within(drawer).findByRole("checkbox", { name: /^See reports/ }));
    await user.click(within(drawer).getByRole("checkbox", { name: /^Share reports/ }));
    await within(drawer).findByText("1 of 3 chosen");
    await expectAccessible();
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await screen.findByText("The access rights of Media North are saved and wait to be confirmed.");
    const change = { groupId: "g-1", version: 3, addAccessIds: ["x-2"], removeAccessIds: ["x-1"] };
    expect(state.sent).toEqual([change]);
  });

  it("are confirmed after a question that names the waiting changes", async () => {
    const user = await open("Confirm access rights (2 changes)");
    const question = await screen.findByRole("alertdialog", {
      name: "Confirm the access rights of Media North?",
    });
    await within(question).findByText("Share reports (Time Sheet): its members lose it");
    within(question).getByText("导出媒介计划 (媒介计划): its members get it");
    await expectAccessible();
    await user.click(within(question).getByRole("button", { name: "Confirm" }));
    await screen.findByText("The access rights of Media North are confirmed.");
    expect(confirmed.sent).toEqual([{ accessIds: ["x-2", "x-8"] }]);
  });
});

/** C-091 to C-093. */
describe("the industry data of a group", () => {
  it("has industries, and brands in each", async () => {
    const user = await open("Industry data");
    const drawer = await screen.findByRole("dialog", { name: "Industry data of Media North" });
    await within(drawer).findByRole("button", { name: "Remove Blue Shore" });
    await user.click(within(drawer).getByRole("combobox", { name: "Industries" }));
    await user.click(await screen.findByRole("option", { name: "汽车" }));
    await user.click(await within(drawer).findByRole("combobox", { name: "Brands of 汽车" }));
    await user.click(await screen.findByRole("option", { name: "海港" }));
    await within(drawer).findByRole("button", { name: "Remove 海港" });
    await expectAccessible();
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await screen.findByText("The industry data of Media North is saved.");
    const items = [
      { industryId: "i-1", brandIds: ["b-1"] },
      { industryId: "i-2", brandIds: ["b-2"] },
    ];
    expect(state.sent).toEqual([{ groupId: "g-1", version: 3, items }]);
  });

  /** C-083: the call for industry data takes no empty set. */
  it("can be emptied", async () => {
    const user = await open("Industry data");
    const drawer = await screen.findByRole("dialog", { name: "Industry data of Media North" });
    await user.click(await within(drawer).findByRole("button", { name: "Remove Retail" }));
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await screen.findByText("The industry data of Media North is saved.");
    expect(state.sent).toEqual([{ groupId: "g-1", version: 3, industryIds: [] }]);
  });
});

/** F-51, "Groups". */
describe("deleting a group", () => {
  it("asks first, says how many people lose what, and confirms with the version that was read", async () => {
    const user = await open("Delete");
    const question = await screen.findByRole("alertdialog", { name: "Delete Media North?" });
    await within(question).findByText(/^1234 members lose at once/);
    within(question).getByText("It opens Time Sheet.");
    await expectAccessible();
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    await screen.findByText("Media North is deleted.");
    expect(state.sent).toEqual([{ groupId: "g-1", version: 3, confirm: true }]);
  });
});
