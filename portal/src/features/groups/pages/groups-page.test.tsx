import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { chooseLanguage } from "../../../i18n/i18n";
import { aUser } from "../../../testing/factories";
import { fakeGroups, someGroups } from "../../../testing/fake-groups";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

const PATH = "/operation-access/group-list";
const LIST = "/api/security/admin/user-group/list";

let fake: ReturnType<typeof fakeGroups>;

beforeEach(() => {
  fake = fakeGroups(someGroups);
  server.use(holding("operation_access.UserGroupManagement.GroupList.view"), ...fake.mocks.map(handlerOf));
});

function holding(...accessList: string[]) {
  return answers("post", "/api/security/user/info", () => success(aUser({ accessList })));
}

async function groups(search = "") {
  const view = renderPortal(PATH + search, routes);
  await screen.findByRole("cell", { name: "Media North" });
  return view;
}

const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);

/** R-13, S-22, C-073. */
describe("the list of groups", () => {
  it("tells who manages each, how many are in it and what it opens; axe-clean in both languages", async () => {
    await groups();
    const [, ...rows] = screen.getAllByRole("row");
    const name = "Regional Client Service Directors North and all who stand in for them";
    const products = "Time Sheet, 媒介计划, Planning, Archive, Reports, and 4 more";
    expect(rows.map(cells)).toEqual([
      ["Media North", "On", "Chloe Manager and Ben Admin", "1,234", "Time Sheet", "Nov 20, 2026"],
      [name, "On", "Ada, Ben, Chloe, Dan, 李明, and 18 more", "1,234", products, "Nov 20, 2026"],
      ["蓝岸广告媒介部", "Off", "–", "0", "–", "Nov 20, 2026"],
    ]);
    await waitFor(() => expect(document.title).toBe("Atrium - User groups"));
    const menu = await screen.findByRole("navigation", { name: "Administration" });
    expect(menu.querySelector("[aria-current=page]")?.textContent).toBe("User groups");
    await expectAccessible();
    await chooseLanguage("zh-cn");
    await screen.findByRole("heading", { level: 1, name: "用户组" });
    await screen.findByRole("cell", { name: "Ada、Ben、Chloe、Dan、李明和另外 18 个" });
    await expectAccessible();
  });

  it("is asked for by filters, order and page of the address", async () => {
    renderPortal(`${PATH}?page=2&sort=groupName&context=zebra&status=2&odd=1`, routes);
    await screen.findByRole("heading", { name: "Nothing matches these filters" });
    const query = { pageNum: "2", pageSize: "10", sort: "groupName", context: "zebra", status: "2" };
    expect(fake.asked[0]).toEqual(query);
  });

  it("is narrowed by a name and a status, and sorted, in the address too", async () => {
    const { user, router } = await groups();
    await user.type(screen.getByRole("searchbox", { name: "Name" }), "蓝岸{Enter}");
    await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(2));
    await user.click(screen.getByRole("button", { name: "Filters" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Off");
    await user.click(screen.getByRole("button", { name: /^Created/ }));
    await waitFor(() =>
      expect(fake.asked.at(-1)).toMatchObject({ context: "蓝岸", status: "2", sort: "created" }),
    );
    expect(new URLSearchParams(router.state.location.search).get("status")).toBe("2");
  });

  it("says that there is none, and what failed", async () => {
    server.use(answers("get", LIST, () => success({ list: [], total: 0, more: false })));
    const { unmount } = renderPortal(PATH, routes);
    await screen.findByRole("heading", { name: "No data" });
    unmount();
    server.use(answers("get", LIST, () => refusal(999999, "The index is being rebuilt.")));
    const { user } = renderPortal(PATH, routes);
    await screen.findByText("The index is being rebuilt.");
    server.use(...fake.mocks.map(handlerOf));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("cell", { name: "Media North" });
  });

  /** T-04, F-20. */
  it("is closed to who lacks the code", async () => {
    server.use(holding("account_maintain.AccountManagement.AccountList.view"));
    const { router } = renderPortal(PATH, routes);
    await waitFor(() => expect(router.state.location.pathname).toBe("/401"));
  });
});
