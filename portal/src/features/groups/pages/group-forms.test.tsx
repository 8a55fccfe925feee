import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aUser } from "../../../testing/factories";
import { aGroup, fakeGroups } from "../../../testing/fake-groups";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

const LIST = "operation_access.UserGroupManagement.GroupList";
let state: ReturnType<typeof fakeGroups>["state"];

beforeEach(() => {
  const fake = fakeGroups([aGroup(), aGroup({ groupId: "g-2", groupName: "Media South", status: 2 })]);
  state = fake.state;
  const accessList = [`${LIST}.view`, `${LIST}.add`, `${LIST}.edit`, `${LIST}.status`];
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList }))),
    ...fake.mocks.map(handlerOf),
  );
});

async function page() {
  const view = renderPortal("/operation-access/group-list", routes);
  await screen.findByText("Media North");
  const act = async (name: string, action: string) => {
    await view.user.click(screen.getByRole("button", { name: `Actions for ${name}` }));
    await view.user.click(await screen.findByRole("menuitem", { name: action }));
  };
  return { ...view, act };
}

/** S-22, C-080, V-35. */
describe("adding a group", () => {
  it("requires a name, keeps typed text after a refusal, and sends the chosen values", async () => {
    const { user } = await page();
    await user.click(screen.getByRole("button", { name: "Add group" }));
    const drawer = await screen.findByRole("dialog", { name: "Add group" });
    const add = within(drawer).getByRole("button", { name: "Add group" });
    await user.click(add);
    const name = within(drawer).getByRole<HTMLInputElement>("textbox", { name: /^Name/ });
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(state.sent).toEqual([]);
    expect(name.dataset.most).toBe("100");
    await user.type(name, "Media South");
    await user.click(within(drawer).getByRole("combobox", { name: "Opens" }));
    await user.click(await screen.findByRole("option", { name: "Time Sheet" }));
    await user.click(within(drawer).getByRole("combobox", { name: "Managers" }));
    await user.click(await screen.findByRole("option", { name: /Chloe Manager/ }));
    await within(drawer).findByRole("button", { name: "Remove Chloe Manager" });
    await expectAccessible();
    await user.click(add);
    await within(drawer).findByText("Another group has this name.");
    await user.type(name, " 2");
    await user.click(add);
    await screen.findByText("Media South 2 is added.");
    expect(state.sent.at(-1)).toEqual({ groupName: "Media South 2", groupAdmin: ["u-1"], appIds: [7] });
    await screen.findByText("Media South 2");
  });
});

/** S-22, C-076, C-083, G-55. */
describe("editing a group", () => {
  it("sends only changed fields, with the version that was read", async () => {
    const { user, act } = await page();
    await act("Media North", "Edit");
    const drawer = await screen.findByRole("dialog", { name: "Edit Media North" });
    const desc = await within(drawer).findByRole("textbox", { name: "Description" });
    await user.clear(desc);
    await user.type(desc, "New");
    await user.click(within(drawer).getByRole("button", { name: "Remove Ben Admin" }));
    await user.click(within(drawer).getByRole("button", { name: "Remove Time Sheet" }));
    await user.click(within(drawer).getByText("Visibility"));
    await user.selectOptions(within(drawer).getByRole("combobox", { name: "Visible to" }), "partial");
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await within(drawer).findByText("Choose an agency or a person who sees the group.");
    await user.click(within(drawer).getByRole("combobox", { name: "People who see it" }));
    await user.click(await screen.findByRole("option", { name: /李明/ }));
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await screen.findByText("Media North is saved.");
    expect(state.sent).toEqual([
      {
        groupId: "g-1",
        version: 3,
        desc: "New",
        removeGroupAdmin: ["u-2"],
        removeAppIds: [7],
        visible: "partial",
        agencyIds: [],
        userIds: ["u-3"],
      },
    ]);
  });

  it("says who changed it first, and asks before changes are lost", async () => {
    const { user, act } = await page();
    await act("Media North", "Edit");
    const drawer = await screen.findByRole("dialog", { name: "Edit Media North" });
    await user.type(await within(drawer).findByRole("textbox", { name: "Description" }), "!");
    state.version = 9;
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await within(drawer).findByText(/Ben Admin changed this group/);
    await user.click(within(drawer).getByRole("button", { name: "Cancel" }));
    await screen.findByRole("alertdialog");
  });
});

/** C-085. */
describe("switching groups", () => {
  it("asks first, and names the group and the consequences", async () => {
    const { user, act } = await page();
    await act("Media North", "Switch off");
    const question = await screen.findByRole("alertdialog", { name: "Switch Media North off?" });
    await expectAccessible();
    await user.click(within(question).getByRole("button", { name: "Switch off" }));
    await screen.findByText("Media North is off.");
    expect(state.sent).toEqual([{ groupId: "g-1", status: 2 }]);
  });
});
