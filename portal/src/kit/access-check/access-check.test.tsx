import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { chooseLanguage, loadTexts } from "../../i18n/i18n";
import { aUser } from "../../testing/factories";
import { aCheck, aCheckedGroup, aRule, fakeAccessCheck } from "../../testing/fake-access-check";
import { expectAccessible, renderPart } from "../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../testing/server";
import { AccessCheck, type AccessCheckProps } from "./access-check";
import { CHECKING } from "./texts";

beforeAll(() => loadTexts([CHECKING]));

type Rule = Parameters<typeof aRule>[1];

async function check(given?: Parameters<typeof aCheck>[0], props: Partial<AccessCheckProps> = {}) {
  const { state, mocks } = fakeAccessCheck(aCheck(given));
  server.use(...mocks.map(handlerOf));
  const view = renderPart(<AccessCheck userId="a-1" projectId={7} {...props} />);
  await waitFor(() => expect(screen.getByRole("status").textContent).not.toBe(""));
  return { ...view, state };
}

/** The check of one rule. */
const of = (kind: Parameters<typeof aRule>[0], given: Rule) => check({ rules: [aRule(kind, given)] });

it("says the verdict, each rule, who can change it, and what the reader can do", async () => {
  const { state } = await check();
  expect(state.asked).toEqual([{ userId: "a-1", projectId: "7" }]);
  expect(screen.getByRole("status").textContent).toBe("Dan Member can’t open Media planner");
  const rules = within(screen.getAllByRole("list")[0]!)
    .getAllByRole("listitem")
    .filter((item) => item.parentElement?.closest("li") === null)
    .map(({ textContent }) => textContent);
  expect(rules).toEqual([
    "Met: The account is enabled.",
    "Met: The account has no last day.",
    "Met: Media planner is on.",
    "Met: Media planner is available to the agency Northlight.",
    "Not met: None of Dan Member’s groups includes Media planner." +
      "The managers of these groups can change this.Groups that include Media planner:" +
      "Media teamNot a memberDan Member can ask for access.Managed by Chloe ManagerAdd to Media team",
    "Met: Media planner has a link to open.",
  ]);
  await expectAccessible();
  await chooseLanguage("zh-cn");
  await screen.findByText("Dan Member 无法打开 Media planner");
  await chooseLanguage("en-us");
});

it("fetches the verdict again after the act", async () => {
  let changed = 0;
  const { user, state } = await check(undefined, { onChanged: () => (changed += 1) });
  await user.click(screen.getByRole("button", { name: "Add to Media team" }));
  const question = await screen.findByRole("alertdialog", { name: "Add Dan Member to Media team?" });
  expect(state.sent).toEqual([]);
  await user.click(within(question).getByRole("button", { name: "Add to Media team" }));
  await screen.findByText("Dan Member can open Media planner");
  expect(state.sent).toEqual([{ groupId: "g-1", username: "DanMember" }]);
  await waitFor(() => expect(changed).toBe(1));
});

it("says why it cannot answer", async () => {
  server.use(
    answers("get", "/api/security/admin/user/access-check", () =>
      refusal(100012, "There is no such product."),
    ),
  );
  renderPart(<AccessCheck userId="a-1" projectId={9} />);
  await screen.findByText("There is no such product.");
});

describe("an act", () => {
  const group = (act: Parameters<typeof aCheckedGroup>[0]) =>
    of("group", { passed: false, reason: "noGroup", groups: [aCheckedGroup(act)] });
  it.each([
    ["enableAccount", "account", "Enable the account", { userId: "a-1", accountStatus: 0 }],
    ["enableProduct", "product", "Switch Media planner on", { projectId: 7, status: 0 }],
    [
      "enableApplication",
      "application",
      "Switch the connected application on",
      { client_id: "planner", enabled: true },
    ],
  ] as const)("of a rule, %s, is one call", async (act, kind, label, sent) => {
    const { user, state } = await of(kind, { passed: false, acts: [act], applicationId: "planner" });
    await user.click(screen.getByRole("button", { name: label }));
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: label }));
    await waitFor(() => expect(state.sent).toEqual([sent]));
    await screen.findByText("Dan Member can open Media planner");
  });

  it.each([
    ["editMembers", "Add to Media team", { groupId: "g-1", addUserIds: ["a-1"] }],
    ["renewMembership", "Renew membership in Media team", { groupId: "g-1", userId: "a-1" }],
    ["approveRequest", "Approve request for Media team", { groupId: "g-1", userId: "a-1" }],
    ["enableGroup", "Switch Media team on", { groupId: "g-1", status: 0 }],
  ] as const)("of a group, %s, is one call", async (act, label, sent) => {
    const { user, state } = await group({ act });
    await user.click(screen.getByRole("button", { name: label }));
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: label }));
    await waitFor(() => expect(state.sent).toEqual([sent]));
  });

  it("that needs a form opens it, or leads to its list", async () => {
    const accessList = [
      "account_maintain.AccountManagement.AccountList.view" as const,
      "operation_access.ProductManagement.ProductList.view" as const,
    ];
    server.use(answers("post", "/api/security/user/info", () => success(aUser({ accessList }))));
    let edited = 0;
    const rules = [
      aRule("agency", { passed: false, reason: "agency", acts: ["editProduct", "moveAccount"] }),
    ];
    const { user } = await check({ rules }, { onForm: { moveAccount: () => (edited += 1) } });
    await user.click(screen.getByRole("button", { name: "Change the agency of Dan Member" }));
    expect(edited).toBe(1);
    const link = await screen.findByRole("link", { name: "Edit Media planner" });
    expect(link.getAttribute("href")).toBe("/operation-access/product-list?product=7&view=edit");
  });
});

/** Each sentence of a rule that is not met. */
describe("a rule that is not met", () => {
  const names = ["Southwind", "蓝岸广告"];
  it.each([
    ["account", { reason: "waiting" }, "The account waits for approval."],
    ["account", { reason: "disabled" }, "The account is disabled."],
    ["account", { reason: "locked" }, "The owner has locked the account."],
    [
      "lastDay",
      { reason: "expired", lastDay: "2026-11-01" },
      "The account expired. Its last day was 1 Nov 2026.",
    ],
    ["product", { reason: "off" }, "Media planner is off."],
    [
      "agency",
      { agencyName: "Northlight", agencies: names },
      "Media planner isn’t available to the agency Northlight: only to Southwind and 蓝岸广告.",
    ],
    [
      "agency",
      { agencyName: "Northlight", agencies: names, more: true },
      "Media planner isn’t available to the agency Northlight: only to Southwind and 蓝岸广告 and others.",
    ],
    ["agency", { agencyName: "Northlight" }, "Media planner isn’t available to the agency Northlight."],
    [
      "agency",
      { agencies: names },
      "Media planner is limited to Southwind and 蓝岸广告, and Dan Member has no agency.",
    ],
    ["group", { reason: "pending" }, "Dan Member has asked for access and waits for approval."],
    ["group", { reason: "ended" }, "Dan Member’s membership has ended."],
    ["application", { reason: "off" }, "The connected application behind Media planner is off."],
    ["address", { reason: "noAddress" }, "Media planner has no link to open."],
  ] as const)("about %s with %o says so", async (kind, given, text) => {
    await of(kind, {
      passed: false,
      ...given,
      ...("agencies" in given && { agencies: [...given.agencies] }),
    });
    screen.getByText(text);
  });

  it("names the administrator of the product, and the right", async () => {
    await of("product", {
      passed: false,
      reason: "off",
      whoCanChange: { right: "productStatus", names: ["Ben Owner"] },
    });
    screen.getByText("People who may switch products on can change this.");
    screen.getByText("Ben Owner is responsible for Media planner.");
  });

  it("says what the person is to each group, and why it does not count", async () => {
    const groups = [
      aCheckedGroup({ place: "member", gives: false }),
      aCheckedGroup({ groupId: "g-2", groupName: "Night team", on: false, gives: false, managers: [] }),
      aCheckedGroup({ groupId: "g-3", groupName: "Old team", place: "ended", endsOn: "2026-11-01" }),
      aCheckedGroup({ groupId: "g-4", groupName: "Secret team", mayAsk: false }),
    ];
    await of("group", { passed: false, reason: "ended", groups, more: true });
    const shown = within(screen.getAllByRole("list")[1]!).getAllByRole("listitem");
    expect(shown.map(({ textContent }) => textContent)).toEqual([
      "Media teamMemberThe group is limited to clients or brands other than Dan Member’s.Managed by Chloe Manager",
      "Night teamNot a memberThe group is off.Nobody manages it; administrators can help",
      "Old teamMembership ended; its last day was 1 Nov 2026Managed by Chloe Manager",
      "Secret teamNot a memberDan Member doesn’t see this group, and can’t ask for it.Managed by Chloe Manager",
    ]);
    screen.getByText("There are more groups than are shown here.");
  });

  it("about groups says when the reader sees none", async () => {
    await of("group", { passed: false, reason: "noGroup" });
    screen.getByText("No group that you can see includes Media planner.");
  });
});
