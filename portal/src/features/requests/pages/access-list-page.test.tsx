import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aUser } from "../../../testing/factories";
import { describeList } from "../../../testing/describe-list";
import { fakeRequests } from "../../../testing/fake-requests";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

const LIST = "account_maintain.AccountManagement.PermissionRequestList";
const EMAIL = "li.ming.of.the.northern.client.service@northlight-media.example";
const FIVE = "Contracts, 媒体排期, Campaign Planner, Audience Explorer and Segmentation Workbench, Reporting";
const REASON = "I join the spring campaign";

/** Six days before most of the requests are due. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 19, 10) });
  return () => vi.useRealTimers();
});

/** R-07, S-17, C-037. */
describeList({
  routes,
  empty: "Nobody is waiting. People who ask for access appear here.",
  list: "/api/security/admin/app/access_application_list",
  file: "/api/security/admin/app/access_application_export",
  mocks: () => fakeRequests().mocks,
  cells: {
    "en-us": [
      [
        "Eve NewcomerNorthlighteve@demo.test",
        `Client Service Northopens 6 applications${FIVE} and 1 more1,234 members now`,
        REASON,
        "10 Nov 2026",
        "Pendingoverdue since 15 Nov 2026",
      ],
      [
        `李明${EMAIL}`,
        `Client Service Northmore timeopens 2 applicationsContracts and 媒体排期1,234 members now`,
        "–for 90 days",
        "18 Nov 2026",
        "Pendingdue 25 Nov 2026",
      ],
      [
        "FinnMember",
        "蓝岸广告媒介部for 媒体排期opens 2 applicationsContracts and 媒体排期1 member now",
        REASON,
        "20 Nov 2026",
        "Pendingdue 25 Nov 2026",
      ],
    ],
    "zh-cn": [
      [
        "Eve NewcomerNorthlighteve@demo.test",
        `Client Service North可打开 6 个应用${FIVE.replaceAll(", ", "、")}、另外 1 个现有 1,234 名成员`,
        REASON,
        "2026年11月10日",
        "待审批审批截止：2026年11月15日，已逾期",
      ],
      [
        `李明${EMAIL}`,
        "Client Service North延长期限可打开 2 个应用Contracts、媒体排期现有 1,234 名成员",
        "–使用 90 天",
        "2026年11月18日",
        "待审批审批截止：2026年11月25日",
      ],
      [
        "FinnMember",
        "蓝岸广告媒介部用于媒体排期可打开 2 个应用Contracts、媒体排期现有 1 名成员",
        REASON,
        "2026年11月20日",
        "待审批审批截止：2026年11月25日",
      ],
    ],
  },
  narrowed: {
    address: "sort=-created&context=zebra&status=refused&groupId=g-1&projectId=5",
    asks: { sort: "-created", context: "zebra", status: "refused", groupId: "g-1", projectId: "5" },
    chips: [
      "Person, group or application: zebra",
      "Status: Refused",
      "Group: only this one",
      "Application: only this one",
    ],
  },
});

/** C-036. */
describe("examining requests", () => {
  const codes = { accessList: [`${LIST}.view`, `${LIST}.examine`] } satisfies Partial<
    ReturnType<typeof aUser>
  >;
  const examiner = (
    mocks = fakeRequests(),
    rights: Partial<ReturnType<typeof aUser>> = codes,
    asked = "",
  ) => {
    server.use(
      answers("post", "/api/security/user/info", () => success(aUser(rights))),
      ...mocks.mocks.map(handlerOf),
    );
    return { ...renderPortal(`/auth-management/access-list${asked}`, routes), state: mocks.state };
  };

  it("sends the version that was read, with a reason", async () => {
    const { user, state } = examiner();
    await user.click(
      await screen.findByRole("button", { name: "Refuse Eve Newcomer for Client Service North" }),
    );
    const drawer = await screen.findByRole("dialog", { name: "Refuse Eve Newcomer’s request" });
    await user.type(within(drawer).getByRole("textbox", { name: /^Reason/ }), "Ask in spring");
    await user.click(within(drawer).getByRole("button", { name: "Refuse" }));
    await screen.findByText("Eve Newcomer’s request is refused.");
    expect(state.sent).toEqual([{ id: "q-1", status: "refused", comment: "Ask in spring", version: 1 }]);
    // What was decided no longer waits.
    await waitFor(() => expect(screen.queryByText("Eve Newcomer")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Filters (Status: Pending)" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "All");
    await screen.findByText("Ask in spring");
  });

  /** R-07, "Who administers": the server says which of the requests give nothing of another product. */
  it("is also for administrators of a product, without an access code", async () => {
    const fake = fakeRequests();
    fake.state.queue = fake.state.queue.map((one, at) => ({ ...one, mayDecide: at === 0 }));
    const { user } = examiner(fake, { projectIds: [7] });
    await screen.findByRole("button", { name: /^Approve Eve Newcomer/ });
    expect(screen.getAllByRole("button", { name: /^Approve/ })).toHaveLength(1);
    await user.click(screen.getByRole("checkbox", { name: "Select all rows on this page" }));
    const bar = screen.getByRole("region", { name: "Selected rows" });
    await user.click(within(bar).getByRole("button", { name: "Approve" }));
    await screen.findByRole("alertdialog", { name: /^Approve Eve Newcomer’s request/ });
  });

  /** The filter by the day of the decision has days of the server, here Shanghai. */
  it("shows the day of a decision as the server counts it", async () => {
    const fake = fakeRequests();
    const decidedAt = Date.UTC(2026, 10, 17, 18);
    fake.state.queue = fake.state.queue.map((one) => ({
      ...one,
      ...{ state: "approved", mayDecide: false, decidedBy: "Chloe Manager", decidedAt },
    }));
    examiner(fake, codes, "?status=all");
    expect(await screen.findAllByText("Chloe Manager, 18 Nov 2026")).toHaveLength(3);
  });

  it("names the person who decided first", async () => {
    const conflict = { by: "Chloe Manager", at: 1 };
    const { user } = examiner();
    server.use(
      answers("post", "/api/security/admin/user/project-examine", () =>
        refusal(100012, "Chloe Manager decided about this request.", { conflict }),
      ),
    );
    await user.click(await screen.findByRole("button", { name: /^Approve Eve Newcomer/ }));
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: "Approve" }));
    await within(question).findByText("Chloe Manager decided about this request.");
  });

  it("decides about many, and skips requests that somebody else decided", async () => {
    const { user, state } = examiner();
    server.use(
      answers("post", "/api/security/admin/user/project-examine", ({ body }) => {
        state.sent.push(body);
        if (body.id !== "q-2") return success({ requestId: body.id, state: body.status });
        return refusal(100012, "Decided.", { conflict: { by: "Chloe Manager", at: 1 } });
      }),
    );
    await user.click(await screen.findByRole("checkbox", { name: "Select all rows on this page" }));
    const bar = screen.getByRole("region", { name: "Selected rows" });
    await user.click(within(bar).getByRole("button", { name: "Approve" }));
    const question = await screen.findByRole("alertdialog", { name: /^Approve 3 requests:/ });
    await expectAccessible();
    await user.click(within(question).getByRole("button", { name: "Approve" }));
    await screen.findByText("2 requests are approved. One had already been decided by someone else.");
    expect(state.sent).toHaveLength(3);
  });
});
