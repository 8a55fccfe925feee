import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { chooseLanguage } from "../../../i18n/i18n";
import { fakeRequests } from "../../../testing/fake-requests";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

const LIST = "/api/security/user/user-group/my-requests";
let fake: ReturnType<typeof fakeRequests>;

beforeEach(() => {
  fake = fakeRequests();
  server.use(...fake.mocks.map(handlerOf));
});

/** Six days before most of the requests are due. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 19, 10) });
  return () => vi.useRealTimers();
});

const page = (address = "/my-requests") => renderPortal(address, routes);
const cells = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    );

/** D-27, E-39, G-63, T-22. */
describe("my requests", () => {
  it("say in both languages the request, its last day, who decided and why", async () => {
    page();
    await screen.findByText("Client Service North");
    const steps = "submit application (done)manual auditemail confirmationcompletemanual audit";
    const all =
      "submit application (done)manual audit (done)email confirmation (done)complete (done)complete";
    const refused = "submit application (done)manual audit (done)Refused";
    expect(cells()).toEqual([
      [
        "Client Service North",
        "I join the spring campaign",
        "20 Nov 2026",
        "Pendingdue 25 Nov 2026",
        steps,
        "Withdraw",
      ],
      ["Financemore time", "–for 30 days", "18 Nov 2026", "ApprovedChloe Manager, 19 Nov 2026", all, "–"],
      [
        "蓝岸广告媒介部for 媒体排期",
        "I join the spring campaign",
        "16 Nov 2026",
        "Refused李明, 17 Nov 2026Please ask the planning team, which owns this campaign until the end of the year.",
        refused,
        "–",
      ],
      [
        "Planning",
        "I join the spring campaign",
        "2 Nov 2026",
        "Expired without a decision",
        refused.replace("Refused", "No decision"),
        "–",
      ],
    ]);
    const now = document.querySelectorAll("[aria-current=step]");
    expect([...now].map(({ textContent }) => textContent)).toEqual(["manual audit"]);
    // F-52: the email tells the result. Nobody has to confirm it, so the steps have nothing to click.
    for (const list of document.querySelectorAll("td ol")) {
      expect(list.querySelectorAll("a, button, input")).toHaveLength(0);
    }
    await expectAccessible();
    await chooseLanguage("zh-cn");
    await screen.findByRole("heading", { level: 1, name: "我的申请" });
    expect(cells()[0]!.slice(3)).toEqual([
      "待审批审批截止：2026年11月25日",
      "提交申请（已完成）人工审核邮件确认完成人工审核",
      "撤回",
    ]);
  });

  it("are newest first, unless the address has another order", async () => {
    const asked: unknown[] = [];
    server.use(
      answers("get", LIST, ({ query }) => {
        asked.push(query);
        return success({ list: [], total: 0, more: false, sort: "" });
      }),
    );
    page();
    await screen.findByRole("link", { name: "Find a group" });
    const { unmount } = page("/my-requests?sort=created&state=refused&context=ada");
    await screen.findByRole("heading", { name: "Nothing matches these filters" });
    unmount();
    expect(asked).toEqual([
      { pageNum: "1", pageSize: "20", sort: "-created" },
      { pageNum: "1", pageSize: "20", sort: "created", state: "refused", context: "ada" },
    ]);
  });

  it("can be withdrawn while they wait, after a question", async () => {
    const { user } = page();
    await user.click(
      await screen.findByRole("button", { name: "Withdraw the request for Client Service North" }),
    );
    const question = await screen.findByRole("alertdialog", {
      name: "Withdraw your request for Client Service North?",
    });
    await expectAccessible();
    await user.click(within(question).getByRole("button", { name: "Withdraw" }));
    await screen.findByText("Your request is withdrawn.");
    expect(fake.state.sent).toEqual([{ requestId: "r-1" }]);
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Withdraw/ })).toBeNull());
    expect(cells()[0]![3]).toBe("Withdrawn");
  });

  it("name the person who decided meanwhile", async () => {
    server.use(
      answers("post", "/api/security/user/user-group/withdraw", () =>
        refusal(100012, "Chloe Manager decided about it.", { conflict: { by: "Chloe Manager", at: 1 } }),
      ),
    );
    const { user } = page();
    await user.click(await screen.findByRole("button", { name: /^Withdraw the request/ }));
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: "Withdraw" }));
    await screen.findByText("Chloe Manager decided about it.");
  });

  it("say what failed, and try again", async () => {
    server.use(answers("get", LIST, () => refusal(999999, "The list is being rebuilt.")));
    const { user } = page();
    await screen.findByText("The list is being rebuilt.");
    server.use(...fake.mocks.map(handlerOf));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Client Service North");
  });
});
