import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { AccessCode } from "../../../access/codes";
import { describeList } from "../../../testing/describe-list";
import { aUser } from "../../../testing/factories";
import { fakeOrganisations } from "../../../testing/fake-organisations";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

const LONG = "Regional Client Service North and all who stand in for it";
const CHINESE = "海港食品大中华区媒介投放与品牌合作";
const VIEW = "account_maintain.AccountManagement.OrganisationList.view";
const EDIT = "account_maintain.AccountManagement.OrganisationList.edit";
const mocks = () => fakeOrganisations().mocks;

/** The table of pages, beginning with this one. */
function from(path: string) {
  const page = routes.filter((route) => route.path === `/auth-management/${path}`);
  return [...page, ...routes.filter((route) => !page.includes(route))];
}

const ALONE = {
  "en-us": [
    ["Harbour Foods", "On", "20 Nov 2026"],
    [CHINESE, "On", "20 Nov 2026"],
    [LONG, "Off", "20 Nov 2026"],
  ],
  "zh-cn": [
    ["Harbour Foods", "启用", "2026年11月20日"],
    [CHINESE, "启用", "2026年11月20日"],
    [LONG, "停用", "2026年11月20日"],
  ],
};
const BELONGING = {
  "en-us": ALONE["en-us"].map(([name = "", ...rest], row) => [name, PARENT(row), ...rest]),
  "zh-cn": ALONE["zh-cn"].map(([name = "", ...rest], row) => [name, PARENT(row), ...rest]),
};
function PARENT(row: number): string {
  return ["Northlight", "蓝岸广告", "–"][row] ?? "";
}

const narrowed = {
  address: "sort=-name&context=zebra&status=1",
  asks: { sort: "-name", context: "zebra", status: "1" },
  chips: ["Name: zebra", "Status: Off"],
};
const narrowedBy = (chip: string) => ({
  address: `${narrowed.address}&parentId=7`,
  asks: { ...narrowed.asks, parentId: "7" },
  chips: [...narrowed.chips, chip],
});

/** E-29, E-30, E-31. */
describeList({
  routes: from("agencies"),
  empty: "No agencies yet. A product can be open to the people of some agencies only.",
  list: "/api/security/admin/agency/list",
  file: "/api/security/admin/organisation/export",
  fileOf: { kind: "agency" },
  mocks,
  cells: ALONE,
  narrowed,
});
describeList({
  routes: from("clients"),
  empty: "No clients yet. A role can be for the people of one client only.",
  list: "/api/security/admin/client/list",
  file: "/api/security/admin/organisation/export",
  fileOf: { kind: "client" },
  mocks,
  cells: BELONGING,
  narrowed: narrowedBy("Agency: Northlight"),
});
describeList({
  routes: from("brands"),
  empty: "No brands yet. People choose one on their profile.",
  list: "/api/security/admin/brand/list",
  file: "/api/security/admin/organisation/export",
  fileOf: { kind: "brand" },
  mocks,
  cells: BELONGING,
  narrowed: narrowedBy("Client: Harbour Foods"),
});
describeList({
  routes: from("divisions"),
  empty: "No divisions yet. Applications receive the divisions of a group.",
  list: "/api/security/admin/division/list",
  file: "/api/security/admin/organisation/export",
  fileOf: { kind: "division" },
  mocks,
  cells: BELONGING,
  narrowed: narrowedBy("Client: Harbour Foods"),
});
describeList({
  routes: from("industries"),
  empty: "No industries yet. Applications receive the industries of a group.",
  list: "/api/security/admin/industry/list",
  file: "/api/security/admin/organisation/export",
  fileOf: { kind: "industry" },
  mocks,
  cells: ALONE,
  narrowed,
});

describeList({
  routes: from("agency-requests"),
  empty: "Nobody is waiting. People who ask for another agency appear here.",
  list: "/api/security/admin/agency-request/list",
  file: "/api/security/admin/agency-request/export",
  mocks,
  cells: {
    "en-us": [
      ["Dan MemberDanMember", "Northlight", "蓝岸广告", "Pending", "20 Nov 2026", ""],
      [
        "EveNewcomer",
        "–",
        "蓝岸广告",
        "RefusedAda Super · Your client stays with Northlight",
        "20 Nov 2026",
        "",
      ],
    ],
    "zh-cn": [
      ["Dan MemberDanMember", "Northlight", "蓝岸广告", "待审批", "2026年11月20日", ""],
      [
        "EveNewcomer",
        "–",
        "蓝岸广告",
        "已拒绝Ada Super · Your client stays with Northlight",
        "2026年11月20日",
        "",
      ],
    ],
  },
  narrowed: {
    address: "sort=-created&state=3",
    asks: { sort: "-created", state: "3" },
    chips: ["Status: Withdrawn"],
  },
});

async function at(path: string, accessList: AccessCode[]) {
  const fake = fakeOrganisations();
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList }))),
    ...fake.mocks.map(handlerOf),
  );
  const view = renderPortal(`/auth-management/${path}`, from(path));
  await screen.findByRole("table");
  return { ...view, sent: fake.sent };
}

describe("organisations", () => {
  it("are added with the organisation that they belong to", async () => {
    const { user, sent } = await at("brands", [VIEW, EDIT]);
    await user.click(await screen.findByRole("button", { name: "Add brand" }));
    const drawer = await screen.findByRole("dialog", { name: "Add brand" });
    const add = within(drawer).getByRole("button", { name: "Add brand" });
    await user.click(add);
    expect(sent).toEqual([]);
    await user.type(within(drawer).getByRole("textbox", { name: /Name/ }), "Morning Oats");
    await user.click(within(drawer).getByRole("combobox", { name: "Client" }));
    await user.click(await screen.findByRole("option", { name: "Harbour Foods" }));
    await expectAccessible();
    await user.click(add);
    await screen.findByText("Morning Oats is added.");
    expect(sent).toEqual([{ kind: "brand", name: "Morning Oats", parentId: "7" }]);
  });

  it("have a logo that is part of the form", async () => {
    const { user, sent } = await at("agencies", [VIEW, EDIT]);
    await user.click(await screen.findByRole("button", { name: "Actions for Harbour Foods" }));
    await user.click(await screen.findByRole("menuitem", { name: "Edit" }));
    const drawer = await screen.findByRole("dialog", { name: "Edit Harbour Foods" });
    const file = new File(["<svg/>"], "logo.svg", { type: "image/svg+xml" });
    await user.upload(drawer.querySelector<HTMLInputElement>("input[type=file]")!, file);
    await within(drawer).findByRole("img", { name: "The logo" });
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await screen.findByText("Harbour Foods is saved.");
    const logo = `data:image/svg+xml;base64,${btoa("<svg/>")}`;
    expect(sent).toEqual([{ kind: "agency", id: "o-1", version: 2, name: "Harbour Foods", logo }]);
  });

  it("are switched off after a question, with their version", async () => {
    const { user, sent } = await at("divisions", [VIEW, EDIT]);
    await user.click(await screen.findByRole("button", { name: "Actions for Harbour Foods" }));
    await user.click(await screen.findByRole("menuitem", { name: "Switch off" }));
    const question = await screen.findByRole("alertdialog", { name: "Switch Harbour Foods off?" });
    await user.click(within(question).getByRole("button", { name: "Switch off" }));
    await screen.findByText("Harbour Foods is off.");
    expect(sent).toEqual([{ kind: "division", id: "o-1", version: 2, status: 1 }]);
  });

  it("show a name that is taken at its field", async () => {
    const { user } = await at("industries", [VIEW, EDIT]);
    server.use(
      answers("post", "/api/security/admin/organisation/add", () => refusal(100011, "It is taken.")),
    );
    await user.click(await screen.findByRole("button", { name: "Add industry" }));
    const drawer = await screen.findByRole("dialog", { name: "Add industry" });
    await user.type(within(drawer).getByRole("textbox", { name: /Name/ }), "Tea");
    await user.click(within(drawer).getByRole("button", { name: "Add industry" }));
    const name = within(drawer).getByRole("textbox", { name: /Name/ });
    await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
  });
});

describe("requests for another agency", () => {
  const CODE = "account_maintain.AccountManagement.AccountList.edit";

  it("are approved after a question that names the person and the agency", async () => {
    const { user, sent } = await at("agency-requests", [CODE]);
    await user.click(await screen.findByRole("button", { name: "Actions for DanMember" }));
    await user.click(await screen.findByRole("menuitem", { name: "Approve" }));
    const question = await screen.findByRole("alertdialog", { name: "Move Dan Member to 蓝岸广告?" });
    await user.click(within(question).getByRole("button", { name: "Approve" }));
    await screen.findByText("Dan Member belongs to 蓝岸广告 now.");
    expect(sent).toEqual([{ userId: "u-1", requestId: "r-1", approve: true }]);
  });

  it("are refused with a reason", async () => {
    const { user, sent } = await at("agency-requests", [CODE]);
    await user.click(await screen.findByRole("button", { name: "Actions for DanMember" }));
    await user.click(await screen.findByRole("menuitem", { name: "Refuse" }));
    const drawer = await screen.findByRole("dialog", { name: "Refuse Dan Member’s request" });
    within(drawer).getByText(/^From .+ to 蓝岸广告\.$/);
    await user.click(within(drawer).getByRole("button", { name: "Refuse" }));
    expect(sent).toEqual([]);
    await user.type(within(drawer).getByRole("textbox", { name: /Reason/ }), "No");
    await user.click(within(drawer).getByRole("button", { name: "Refuse" }));
    await screen.findByText("Dan Member’s request is refused.");
    expect(sent).toEqual([{ userId: "u-1", requestId: "r-1", approve: false, reason: "No" }]);
  });
});
