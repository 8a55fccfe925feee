import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { dayAfter } from "../../../kit/asking/duration";
import { delay } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { chooseLanguage } from "../../../i18n/i18n";
import { aMyGroup, fakeRequests, someMyGroups } from "../../../testing/fake-requests";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

const LIST = "/api/security/user/user-group/group-list";
let state: ReturnType<typeof fakeRequests>["state"];

beforeEach(() => {
  const fake = fakeRequests();
  state = fake.state;
  server.use(...fake.mocks.map(handlerOf));
});

function page(address = "/my-groups") {
  return renderPortal(address, routes);
}

const rows = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    );

/** D-01, E-03, K-47, F-47. */
describe("the groups that a person sees", () => {
  it("say in an empty part what it is without", async () => {
    server.use(
      answers("get", LIST, ({ query }) => {
        expect(query.mine).toBe("2");
        return success({ list: [], total: 0, more: false, sort: "" });
      }),
    );
    page("/my-groups?mine=2");
    await screen.findByText("There’s no group that you can join.");
    expect(screen.queryByRole("button", { name: "Clear all filters" })).toBeNull();
  });

  it("say in both languages the person's status and the actions", async () => {
    page();
    await screen.findByText("Finance");
    const message = "Write to chloe@demo.test, answers within a day.";
    const two = "CContracts媒媒体排期";
    expect(rows()).toEqual([
      ["FinanceBudgets and invoices", two, `Chloe Manager${message}`, "12", "–", "Apply"],
      [
        "Client Service NorthBudgets and invoices",
        `${two}CCampaign Planner+4`,
        "Ben Admin and Chloe Manager",
        "12",
        "Pendingdue 25 Nov 2026",
        "Processing",
      ],
      [
        `${someMyGroups[2]!.groupName}${someMyGroups[2]!.desc}`,
        two,
        "–",
        "1,234Ada Super, 李明 and Eve Newcomer",
        "Memberuntil 1 Dec 2026",
        "ExtendCancel",
      ],
      ["蓝岸广告媒介部", two, "Dan Member", "12", "Member", "Manage (3)"],
      ["Planning", "No application", "Chloe Manager", "12", "Refused", "Apply"],
    ]);
    screen.getByLabelText("and 4 more");
    screen.getByRole("heading", { level: 1, name: "Groups" });
    // T-18: the manager's row opens the members.
    const manage = screen.getByRole("link", { name: "Manage 蓝岸广告媒介部" });
    expect(manage.getAttribute("href")).toBe("/my-groups/g-4");
    await expectAccessible();
    await chooseLanguage("zh-cn");
    await screen.findByRole("heading", { level: 1, name: "用户组" });
    expect(rows().map((cells) => cells.slice(4))).toEqual([
      ["–", "申请"],
      ["待审批审批截止：2026年11月25日", "处理中"],
      ["成员有效期至 2026年12月1日", "延长退出"],
      ["成员", "管理（3）"],
      ["已拒绝", "申请"],
    ]);
    await expectAccessible();
  });

  it("can be searched by group or manager, and are shown in parts that have addresses", async () => {
    const { user, router } = page("/my-groups?mine=1");
    await screen.findByText("Client Service North");
    expect(screen.queryByText("Finance")).toBeNull();
    const parts = screen.getByRole("group", { name: "Show" });
    expect(within(parts).getByRole("link", { current: "page" }).textContent).toBe("My groups");
    await user.click(within(parts).getByRole("link", { name: "Open to join" }));
    await screen.findByText("Finance");
    expect(screen.queryByText("Client Service North")).toBeNull();
    expect(router.state.location.search).toBe("?mine=2");
    await user.click(within(parts).getByRole("link", { name: "All groups" }));
    await screen.findByText("Client Service North");
    await user.type(screen.getByRole("searchbox", { name: "Group or manager" }), "ben{Enter}");
    await waitFor(() => expect(screen.queryByText("Finance")).toBeNull());
    expect(router.state.location.search).toBe("?context=ben");
  });

  it("appear before their rows, and say when there is none", async () => {
    server.use(
      answers("get", LIST, async () => {
        await delay("infinite");
        return success({ list: [], total: 0, more: false, sort: "" });
      }),
    );
    const { unmount } = page();
    const table = await screen.findByRole("table", { name: "Groups" });
    expect(table.getAttribute("aria-busy")).toBe("true");
    unmount();
    server.use(answers("get", LIST, () => success({ list: [], total: 0, more: false, sort: "" })));
    page();
    await screen.findByRole("heading", { name: "No data" });
  });

  /** nobody leaves what a corporate provider gives. */
  it("say which of them a corporate provider gives", async () => {
    const given = aMyGroup({ actionId: 2, statusName: "approved", source: "Lion Identity" });
    server.use(...fakeRequests([given]).mocks.map(handlerOf));
    page();
    await screen.findByText("Finance");
    expect(rows()[0]?.slice(-2)).toEqual(["Memberfrom Lion Identity", "–"]);
  });

  it("show the text of a refusal, and try again", async () => {
    server.use(answers("get", LIST, () => refusal(100013, "Your account does not have the right.")));
    const { user } = page();
    await screen.findByText("Your account does not have the right.");
    const fake = fakeRequests([aMyGroup()]);
    server.use(...fake.mocks.map(handlerOf));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Finance");
  });
});

/** T-17, T-19, D-26, C-097: a reason and a wanted duration, with the keyboard alone. */
describe("applying", () => {
  it("sends reason and days, keeps them after a refusal, and then shows Processing", async () => {
    const { user } = page();
    const apply = await screen.findByRole("button", { name: "Apply to join Finance" });
    apply.focus();
    await user.keyboard("{Enter}");
    const drawer = await screen.findByRole("dialog", { name: "Apply to join Finance" });
    within(drawer).getByText("Approvers: Chloe Manager");
    const reason = within(drawer).getByRole("textbox", { name: "Reason" });
    await waitFor(() => expect(document.activeElement).toBe(reason));
    await expectAccessible();
    await user.keyboard("Invoices of the spring");
    await user.click(within(drawer).getByRole("radio", { name: "Until a date" }));
    const until = within(drawer).getByLabelText(/^Last day/);
    await user.click(within(drawer).getByRole("button", { name: "Send request" }));
    await within(drawer).findByText("Choose a day after today.");
    expect(state.sent).toEqual([]);
    fireEvent.change(until, { target: { value: dayAfter(new Date(), 100) } });
    await user.click(within(drawer).getByRole("button", { name: "Send request" }));
    await within(drawer).findByText("At most 90 days.");
    fireEvent.change(until, { target: { value: dayAfter(new Date(), 30) } });
    await user.click(within(drawer).getByRole("button", { name: "Send request" }));
    const next = await screen.findByRole("dialog", { name: "Request sent" });
    within(next).getByText("The decision is due 3 Dec 2026.");
    expect(state.sent.at(-1)).toEqual({
      groupId: "g-1",
      actionId: 0,
      reason: "Invoices of the spring",
      wantedDays: 30,
    });
    await user.click(within(next).getAllByRole("button", { name: "Close" })[0]!);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Apply to join Finance" })).toBeNull());
    expect(rows()[0]!.at(-1)).toBe("Processing");
  });
});

/** T-20, F-46, D-26, G-70. */
describe("leaving", () => {
  it("asks 'quit this group' first, with the safe button first", async () => {
    const { user } = page();
    const name = someMyGroups[2]!.groupName;
    await user.click(await screen.findByRole("button", { name: `Cancel: leave ${name}` }));
    const question = await screen.findByRole("alertdialog", { name: "quit this group" });
    await waitFor(() =>
      expect(document.activeElement).toBe(within(question).getByRole("button", { name: "Stay" })),
    );
    await expectAccessible();
    await user.click(within(question).getByRole("button", { name: "Leave group" }));
    await screen.findByText(`You have left ${name}.`);
    expect(state.sent).toEqual([{ groupId: "g-3", actionId: 3 }]);
    await screen.findByRole("button", { name: `Apply to join ${name}` });
  });
});

describe("a membership that ends", () => {
  it("can be requested for longer with one click, once", async () => {
    const { user } = page();
    await user.click(await screen.findByRole("button", { name: /^Extend: ask for more time/ }));
    await screen.findByText("Extension requested");
    expect(state.sent).toEqual([{ groupId: "g-3" }]);
    expect(screen.queryByRole("button", { name: /^Extend/ })).toBeNull();
  });
});
