import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { describeList } from "../../../testing/describe-list";
import { aUser } from "../../../testing/factories";
import { fakeIris, someMappings } from "../../../testing/fake-iris";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

const LONG = "Regional Client Service North and all who stand in for it";
const CHINESE = "海港食品大中华区媒介投放与品牌合作";
const CODE = "account_maintain.AccountManagement.IRISMappingList.view";

/** R-08, S-18, C-102, K-44. */
describeList({
  routes,
  empty: "No mappings yet. A mapping says what a code in IRIS stands for here.",
  list: "/api/security/admin/iris-mapping/list",
  file: "/api/security/admin/iris-mapping/export",
  mocks: () => fakeIris(someMappings).mocks,
  cells: {
    "en-us": [
      ["IR-100", "Harbour Foods EMEA", "NorthlightHarbour Foods", "Chloe Manager", "On", ""],
      ["IR-200", CHINESE, "Northlight", "Chloe Manager", "On", ""],
      ["IR-300-REGIONAL-CLIENT-SERVICE", LONG, "–", "–", "Off", ""],
    ],
    "zh-cn": [
      ["IR-100", "Harbour Foods EMEA", "NorthlightHarbour Foods", "Chloe Manager", "启用", ""],
      ["IR-200", CHINESE, "Northlight", "Chloe Manager", "启用", ""],
      ["IR-300-REGIONAL-CLIENT-SERVICE", LONG, "–", "–", "停用", ""],
    ],
  },
  narrowed: {
    address: "sort=-irisCode&context=zebra&status=1&agencyId=7&clientId=c-1",
    asks: { sort: "-irisCode", context: "zebra", status: "1", agencyId: "7", clientId: "c-1" },
    chips: ["Code or name: zebra", "Status: Off", "Agency: Northlight", "Client: Harbour Foods"],
  },
});

async function mappings() {
  const fake = fakeIris(someMappings);
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList: [CODE] }))),
    ...fake.mocks.map(handlerOf),
  );
  const view = renderPortal("/auth-management/IRIS-list", routes);
  await screen.findByText("IR-100");
  return { ...view, sent: fake.sent };
}

/** C-103, G-49. */
describe("IRIS mappings", () => {
  it("are added with code and name", async () => {
    const { user, sent } = await mappings();
    await user.click(screen.getByRole("button", { name: "Add mapping" }));
    const drawer = await screen.findByRole("dialog", { name: "Add mapping" });
    await user.click(within(drawer).getByRole("button", { name: "Add mapping" }));
    expect(sent).toEqual([]);
    await user.type(within(drawer).getByRole("textbox", { name: /IRIS code/ }), "IR-9");
    await user.type(within(drawer).getByRole("textbox", { name: /IRIS name/ }), "Ink");
    await expectAccessible();
    await user.click(within(drawer).getByRole("button", { name: "Add mapping" }));
    await screen.findByText("IR-9 is added.");
    expect(sent).toEqual([{ irisCode: "IR-9", irisName: "Ink", agencyId: "", clientId: "", userId: "" }]);
  });

  it("can get another account, and never another code", async () => {
    const { user, sent } = await mappings();
    await user.click(screen.getByRole("button", { name: "Actions for IR-100" }));
    await user.click(await screen.findByRole("menuitem", { name: "Edit" }));
    const drawer = await screen.findByRole("dialog", { name: "Edit IR-100" });
    expect(within(drawer).queryByRole("textbox", { name: /IRIS code/ })).toBeNull();
    await user.click(await within(drawer).findByRole("button", { name: "Clear Account" }));
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await screen.findByText("IR-100 is saved.");
    expect(sent).toEqual([{ id: "i-1", version: 3, agencyId: "7", clientId: "c-1", userId: "" }]);
  });

  it("are switched off after a question, with their version", async () => {
    const { user, sent } = await mappings();
    await user.click(screen.getByRole("button", { name: "Actions for IR-100" }));
    await user.click(await screen.findByRole("menuitem", { name: "Switch off" }));
    const question = await screen.findByRole("alertdialog", { name: "Switch IR-100 off?" });
    await user.click(within(question).getByRole("button", { name: "Switch off" }));
    await screen.findByText("IR-100 is off.");
    expect(sent).toEqual([{ id: "i-1", version: 3, status: 1 }]);
  });

  it("show a code that is taken at its field", async () => {
    const { user } = await mappings();
    server.use(
      answers("post", "/api/security/admin/iris-mapping/add", () => refusal(100011, "It is taken.")),
    );
    await user.click(screen.getByRole("button", { name: "Add mapping" }));
    const drawer = await screen.findByRole("dialog", { name: "Add mapping" });
    await user.type(within(drawer).getByRole("textbox", { name: /IRIS code/ }), "IR-100");
    await user.type(within(drawer).getByRole("textbox", { name: /IRIS name/ }), "Ink");
    await user.click(within(drawer).getByRole("button", { name: "Add mapping" }));
    const code = within(drawer).getByRole("textbox", { name: /IRIS code/ });
    await waitFor(() => expect(code.getAttribute("aria-invalid")).toBe("true"));
  });
});
