// A person, and products in every state that a card can have. Some have long or Chinese names.
import type { components } from "../api/schema";

type Schemas = components["schemas"];

export const person: Schemas["UserInfo"] = {
  id: "0193-dan",
  userToken: "",
  username: "DanMember",
  fullName: "Dan Member",
  lionId: "",
  lang: "en-us",
  callbackUrl: "",
  agencyName: "Northlight Media",
  clientName: "Meadow Drinks International",
  agencyId: "7",
  accountname: "DanMember",
  wechatBinded: false,
  brandId: "m-1",
  supAdmin: 0,
  accessList: [],
  accessGroups: ["SSAG"],
  roles: ["member"],
  projectIds: [],
  userManager: false,
  hasPassword: true,
  email: "dan@demo.test",
  emailVerified: true,
  picture: "",
};

const rows: [number, number, string, string, Schemas["ProductState"], Schemas["ProductOpens"]][] = [
  [1, 1, "Time Sheets", "Record hours and absences", "open", "oidc"],
  [2, 1, "Travel & Expenses", "Book trips, hand in receipts", "open", "legacy"],
  [3, 1, "Brand Library", "Logos, faces and guidelines of every client", "open", "link"],
  [16, 1, "Hidden One", "Never on a page", "open", "link"],
  [4, 1, "Contracts", "Drafts, approvals and signed copies", "request", "oidc"],
  [5, 1, "媒体排期", "查看与调整各渠道的投放排期", "open", "legacy"],
  [56, 1, "AI Assistant", "Ask, draft and translate with a model", "open", "link"],
  [11, 3, "Campaign Planner", "Plan budgets and flights across channels", "open", "oidc"],
  [12, 3, "Audience Explorer and Segmentation Workbench", "Reach and overlap by segment", "pending", "oidc"],
  [13, 3, "Reporting", "Dashboards for weekly and monthly reviews", "refused", "oidc"],
  [14, 3, "Media Cost Benchmarks", "What a thousand contacts cost, by market", "open", "legacy"],
  [15, 3, "Forecast", "", "open", "oidc"],
  [21, 2, "Case Studies", "What worked, and why", "open", "link"],
  [22, 2, "Industry Data", "Market sizes and trends by sector", "request", "link"],
  [23, 2, "Learning", "Courses and certificates", "open", "oidc"],
];

/** Why a product in this state is closed, and who can help. */
const CLOSED: Record<Schemas["ProductState"], Pick<Schemas["Product"], "reason" | "whomToAsk">> = {
  open: {},
  request: { reason: "noGroup", whomToAsk: "groupManagers" },
  pending: { reason: "pending", whomToAsk: "groupManagers" },
  refused: { reason: "agency", whomToAsk: "productAdministrator" },
};

export const products = rows.map(
  ([id, typeId, name, attribute1, state, opens], index): Schemas["Product"] => {
    const hasAccess = state === "open";
    const link = hasAccess ? `https://app${id}.example.test/start` : "";
    const second = { name: "Archive", url: `https://archive${id}.example.test/` };
    return {
      id,
      name,
      otherName: "",
      appName: `APP${id}`,
      adminName: "Chloe Manager",
      iconimgUrl: "",
      // The server has the same twelve hues. None of them is green.
      tileHue: (190 + 23 * ((id * 5) % 12)) % 360,
      typeId,
      typeName: "",
      link,
      links: id === 3 ? [{ name: "Library", url: link }, second] : [],
      hasAccess,
      canAsk: state === "request",
      state,
      ...CLOSED[state],
      opens,
      attribute1,
      attribute2: "",
      attribute3: "",
      linkDialog: false,
      sort: index,
    };
  },
);

export const groupAdmins: Schemas["GroupAdmin"][] = [
  {
    groupId: "g-1",
    groupName: "Finance",
    groupAdmin: "Chloe Manager",
    adminMsg: "Write to chloe@demo.test, answers within a day.",
  },
  { groupId: "g-2", groupName: "Client Service North", groupAdmin: "Ben Admin", adminMsg: "" },
];
