import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { AccessCode } from "../../../access/codes";
import { describeList } from "../../../testing/describe-list";
import { aUser } from "../../../testing/factories";
import { fakeAccessCheck } from "../../../testing/fake-access-check";
import { anAccount, fakeAccounts } from "../../../testing/fake-accounts";
import { aProduct, fakeProduct, fakeProducts, someProducts } from "../../../testing/fake-products";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

const LONG = "Reach, frequency and cost of every campaign in all regions, by week and by medium";
const CODE = "REACHFREQUENCY";

/** R-10, S-19, C-067. */
describeList({
  routes,
  empty: "No products yet. A product is a card on the home page, and says who may open it.",
  list: "/api/security/admin/app/list",
  file: "/api/security/admin/app/export",
  mocks: () => fakeProducts(someProducts),
  cells: {
    "en-us": [
      ["Media planner", "MEDIAPLAN", "On", "Some people", "Everyday", "1", "Chloe Manager"],
      [LONG, CODE, "On", "Everyone", "Studies", "1,200", "–"],
      ["媒介计划档案", "ARCHIVE", "Off", "Some people", "Not shown", "1", "Chloe Manager"],
    ],
    "zh-cn": [
      ["Media planner", "MEDIAPLAN", "启用", "部分人员", "日常", "1", "Chloe Manager"],
      [LONG, CODE, "启用", "所有人", "Studies", "1,200", "–"],
      ["媒介计划档案", "ARCHIVE", "停用", "部分人员", "不显示", "1", "Chloe Manager"],
    ],
  },
  narrowed: {
    address: "sort=-order&context=zebra&typeId=2&status=1",
    asks: { sort: "-order", context: "zebra", typeId: "2", status: "1" },
    // The settings of the tests have no name for this list.
    chips: ["Name or code: zebra", "Section on the home page: Applications 2", "Status: Off"],
  },
});

const RIGHT = "operation_access.ProductManagement.ProductList";

async function products(
  rights: ("view" | "add" | "edit" | "status")[],
  product = aProduct(),
  projectIds: number[] = [],
  further: AccessCode[] = [],
) {
  const fake = fakeProduct(product);
  const accessList = [...rights.map((right) => `${RIGHT}.${right}` as const), ...further];
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList, projectIds }))),
    ...[...fakeProducts(someProducts), ...fake.mocks].map(handlerOf),
  );
  const view = renderPortal("/operation-access/product-list", routes);
  await screen.findByText("Media planner");
  return { ...view, sent: fake.sent };
}

/** C-070 to C-072, S-19, V-27. */
describe("products", () => {
  it("are read-only without further rights", async () => {
    await products(["view"]);
    expect(screen.queryByRole("button", { name: "Add product" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Actions for Media planner" })).toBeNull();
  });

  it("say whether a person can open one", async () => {
    const check = fakeAccessCheck();
    server.use(...[...fakeAccounts([anAccount()]).mocks, ...check.mocks].map(handlerOf));
    const { user } = await products(
      ["view"],
      aProduct(),
      [],
      ["account_maintain.AccountManagement.AccountList.view"],
    );
    await user.click(screen.getByRole("button", { name: "Actions for Media planner" }));
    await user.click(await screen.findByRole("menuitem", { name: "Check a person" }));
    const drawer = await screen.findByRole("dialog", { name: "Check who can open Media planner" });
    await user.click(within(drawer).getByRole("combobox", { name: "Check a person" }));
    await user.click(await screen.findByRole("option", { name: /Dan Member/ }));
    await within(drawer).findByText("Dan Member can’t open Media planner");
    expect(check.state.asked).toEqual([{ userId: "a-1", projectId: "7" }]);
    await expectAccessible();
  });

  it("are added with every box filled in and https addresses", async () => {
    const { user, sent } = await products(["view", "add"]);
    await user.click(screen.getByRole("button", { name: "Add product" }));
    const drawer = await screen.findByRole("dialog", { name: "Add product" });
    await user.click(within(drawer).getByRole("button", { name: "Add product" }));
    expect(within(drawer).getByRole("alert").textContent).toContain("8 fields");
    await user.type(within(drawer).getByRole("textbox", { name: "Link" }), "javascript:alert(1)");
    const refused = "Enter a link that starts with https://, or http://localhost for a first try.";
    expect(await within(drawer).findByText(refused)).toBeTruthy();
    expect(sent).toEqual([]);
    await expectAccessible();
  });

  it("are changed with the version that was read", async () => {
    const { user, sent } = await products(["view", "edit"]);
    await user.click(screen.getByRole("button", { name: "Actions for Media planner" }));
    await user.click(await screen.findByRole("menuitem", { name: "Edit" }));
    const drawer = await screen.findByRole("dialog", { name: "Edit Media planner" });
    const usage = await within(drawer).findByRole("textbox", { name: /Usage/ });
    await user.clear(usage);
    await user.type(usage, "Like this.");
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await screen.findByText("Media planner is saved.");
    expect(sent).toEqual([
      expect.objectContaining({
        projectId: 7,
        version: 4,
        attribute2: "Like this.",
        adminId: "u-chloe",
        agencyIds: ["7"],
        snapshots: ["https://cdn.example/1.png"],
        sort: 1,
      }),
    ]);
  });

  /** Without a code. */
  it("let their administrator change only their texts", async () => {
    const { user, sent } = await products([], aProduct({ mayEdit: false }), [7]);
    expect(screen.getAllByRole("button", { name: /^Actions for/ })).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Actions for Media planner" }));
    await user.click(await screen.findByRole("menuitem", { name: "Edit" }));
    const drawer = await screen.findByRole("dialog", { name: "Edit Media planner" });
    await within(drawer).findByRole("textbox", { name: /Usage/ });
    expect(within(drawer).queryByRole("textbox", { name: /^Name/ })).toBeNull();
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await screen.findByText("Media planner is saved.");
    expect(Object.keys(sent[0] as object)).not.toContain("link");
  });

  /** The server refuses what would open an application to everybody. */
  it("name the consequences when their application is removed", async () => {
    const { user } = await products(["view", "edit"], aProduct({ applicationId: "demo-app" }));
    await user.click(screen.getByRole("button", { name: "Actions for Media planner" }));
    await user.click(await screen.findByRole("menuitem", { name: "Edit" }));
    const drawer = await screen.findByRole("dialog", { name: "Edit Media planner" });
    await user.click(await within(drawer).findByText("Who may open it, and where it is shown"));
    expect(within(drawer).queryByText(/no longer decides/)).toBeNull();
    await user.click(await within(drawer).findByRole("button", { name: "Clear Connected application" }));
    await within(drawer).findByText(/^This product no longer decides who opens demo-app\./);
  });

  /** G-28, K-21, K-22. */
  it("get an icon from the set or an uploaded picture", async () => {
    const url = `/files/p/${"0a".repeat(32)}.png`;
    server.use(
      answers("post", "/api/security/file/upload", () =>
        success({ name: "a.png", url, small: url.replace("/p/", "/p/small/") }),
      ),
    );
    const { user, sent } = await products(["view", "edit"]);
    await user.click(screen.getByRole("button", { name: "Actions for Media planner" }));
    await user.click(await screen.findByRole("menuitem", { name: "Edit" }));
    const drawer = await screen.findByRole("dialog", { name: "Edit Media planner" });
    await user.click(await within(drawer).findByText("Who may open it, and where it is shown"));
    const calendar = await within(drawer).findByRole("button", { name: "Calendar" });
    await user.click(calendar);
    expect(calendar.getAttribute("aria-pressed")).toBe("true");
    expect(within(drawer).queryByRole("textbox", { name: "Link to a picture" })).toBeNull();
    const file = new File(["png"], "a.png", { type: "image/png" });
    const input = within(drawer).getByLabelText("Upload a picture", { selector: "input" });
    fireEvent.input(input, { target: { files: [file] } });
    await within(drawer).findByRole("button", { name: "Remove a.png" });
    expect(calendar.getAttribute("aria-pressed")).toBe("false");
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await screen.findByText("Media planner is saved.");
    expect(sent).toEqual([expect.objectContaining({ iconimgUrl: url })]);
  });

  /** D-18, F-66: what the pictures of an application show is uploaded, put in order and removed. */
  it("get pictures by upload, in an order", async () => {
    const named = (letter: string) => `/files/p/${letter.repeat(64)}.png`;
    const names = ["a", "b"];
    server.use(
      answers("post", "/api/security/file/upload", () => {
        const url = named(names.shift() ?? "c");
        return success({ name: "a.png", url, small: url.replace("/p/", "/p/small/") });
      }),
      answers("get", "/api/security/file/preview", () => success({ url: "/files/s/sealed" })),
    );
    const { user, sent } = await products(["view", "edit"], aProduct({ snapshots: [] }));
    await user.click(screen.getByRole("button", { name: "Actions for Media planner" }));
    await user.click(await screen.findByRole("menuitem", { name: "Edit" }));
    const drawer = await screen.findByRole("dialog", { name: "Edit Media planner" });
    await user.click(await within(drawer).findByText("Features, pictures and files"));
    const list = within(await within(drawer).findByRole("group", { name: "Pictures" }));
    for (const row of [1, 2]) {
      await user.click(list.getByRole("button", { name: "Add" }));
      const input = await list.findByLabelText("Upload the picture", { selector: "input" });
      fireEvent.input(input, { target: { files: [new File(["png"], "a.png", { type: "image/png" })] } });
      const shown = await list.findByRole("img", { name: `Picture ${row}` });
      expect(shown.getAttribute("src")).toContain("/files/s/sealed");
    }
    await user.click(list.getByRole("button", { name: "Move Picture 2 up" }));
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await screen.findByText("Media planner is saved.");
    expect(sent).toEqual([expect.objectContaining({ snapshots: [named("b"), named("a")] })]);
  });

  /** E-10. */
  it("take files for the people who may open them", async () => {
    const url = "/files/f/7-0a1b2c3d-0000-4000-8000-0123456789ab";
    server.use(
      answers("post", "/api/security/admin/app/file-upload", () =>
        success({ url, name: "plan.pdf", bytes: 3 }),
      ),
    );
    const files = [{ description: "", url: "" }];
    const { user, sent } = await products([], aProduct({ mayEdit: false, files }), [7]);
    await user.click(screen.getByRole("button", { name: "Actions for Media planner" }));
    await user.click(await screen.findByRole("menuitem", { name: "Edit" }));
    const drawer = await screen.findByRole("dialog", { name: "Edit Media planner" });
    await user.click(await within(drawer).findByText("Features, pictures and files"));
    const input = await within(drawer).findByLabelText("Upload a file", { selector: "input" });
    fireEvent.input(input, { target: { files: [new File(["pdf"], "plan.pdf")] } });
    await within(drawer).findByText("An uploaded file, for people who may open the product");
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await screen.findByText("Media planner is saved.");
    expect(sent).toEqual([expect.objectContaining({ files: [{ description: "plan.pdf", url }] })]);
  });

  it("are switched off after a question", async () => {
    const { user, sent } = await products(["view", "status"]);
    await user.click(screen.getByRole("button", { name: "Actions for Media planner" }));
    await user.click(await screen.findByRole("menuitem", { name: "Switch off" }));
    const question = await screen.findByRole("alertdialog", { name: "Switch Media planner off?" });
    await user.click(within(question).getByRole("button", { name: "Switch off" }));
    await screen.findByText("Media planner is off.");
    expect(sent).toEqual([{ projectId: 7, status: 1 }]);
  });
});
