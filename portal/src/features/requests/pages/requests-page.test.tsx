import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { failureText } from "../../../api/failure-text";
import { chooseLanguage } from "../../../i18n/i18n";
import { aNotice } from "../../../testing/factories";
import { aRequest, fakeRequests } from "../../../testing/fake-requests";
import { expectAccessible, renderPortal, someServices } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { decide, examine } from "../queries";
import { routes } from "../routes";

const LIST = "/api/security/user/user-group/request-list";
let fake: ReturnType<typeof fakeRequests>;

beforeEach(() => {
  fake = fakeRequests();
  server.use(
    ...fake.mocks.map(handlerOf),
    answers("get", "/api/security/user/user-group/notify", () =>
      success(aNotice({ notify: fake.state.queue.filter(({ state }) => state === "pending").length })),
    ),
  );
});

/** Six days before most of the requests are due. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 19, 10) });
  return () => vi.useRealTimers();
});

const page = (address = "/requests") => renderPortal(address, routes);
const cells = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    );

/** Rows of several pages stay ticked, and one call takes a hundred. */
it("sends more than a hundred decisions in pieces", async () => {
  const requests = Array.from({ length: 201 }, (_, at) => aRequest({ id: `q-${at}`, mayDecide: true }));
  fake.state.queue = requests;
  const { data } = await decide(someServices(), { requests, status: "refused", comment: "Not now" });
  const ids = fake.state.sent.map((body) => (body as { ids: string[] }).ids.length);
  expect(ids).toEqual([100, 100, 1]);
  expect(data).toEqual({ decided: requests.map(({ id }) => id), skipped: [], unusable: [], undecided: [] });
});

/** Decisions before a failure are reported and no longer ticked; the rest stays ticked. */
it.each(["decide", "examine"] as const)("says what is undecided when a later call fails: %s", async (how) => {
  const [first, second] = ["q-1", "q-2"].map((id) => aRequest({ id, mayDecide: true }));
  const requests =
    how === "decide" ? [...Array.from({ length: 100 }, () => first!), second!] : [first!, second!];
  let calls = 0;
  const once = <Data,>(data: Data) => {
    calls += 1;
    return calls > 1 ? refusal(100013, "You no longer manage this group.") : success(data);
  };
  server.use(
    answers("post", "/api/security/user/user-group/decide", () =>
      once({ decided: ["q-1"], skipped: [], unusable: [] }),
    ),
    answers("post", "/api/security/admin/user/project-examine", () =>
      once({ requestId: "q-1", state: "approved" }),
    ),
  );
  const act = how === "decide" ? decide : examine;
  const { data } = await act(someServices(), { requests, status: "approved", comment: "" });
  expect(data).toMatchObject({ decided: ["q-1"], undecided: ["q-2"] });
  expect(failureText(data.failure)).toBe("You no longer manage this group.");
});

/** G-17, S-04, T-21. */
describe("the queue of a manager", () => {
  it("shows who asks, why, since when, and the present members, in both languages", async () => {
    page();
    await screen.findByText("Eve Newcomer");
    const two = "opens 2 applicationsContracts and 媒体排期";
    const five =
      "Contracts, 媒体排期, Campaign Planner, Audience Explorer and Segmentation Workbench, Reporting";
    const names = `${five} and 1 more`;
    expect(cells().map((row) => row.slice(1))).toEqual([
      [
        "Eve NewcomerNorthlighteve@demo.test",
        `Client Service Northopens 6 applications${names}1,234 members now`,
        "I join the spring campaign",
        "10 Nov 2026",
        "Pendingoverdue since 15 Nov 2026",
        "ApproveRefuse",
      ],
      [
        "李明li.ming.of.the.northern.client.service@northlight-media.example",
        `Client Service Northmore time${two}1,234 members now`,
        "–for 90 days",
        "18 Nov 2026",
        "Pendingdue 25 Nov 2026",
        "ApproveRefuse",
      ],
      [
        "FinnMember",
        `蓝岸广告媒介部for 媒体排期${two}1 member now`,
        "I join the spring campaign",
        "20 Nov 2026",
        "Pendingdue 25 Nov 2026",
        "ApproveRefuse",
      ],
    ]);
    await screen.findByRole("link", { name: "Requests: 3 wait for you" });
    screen.getByRole("link", { name: "Waiting for you (3)" });
    await expectAccessible();
    await chooseLanguage("zh-cn");
    await screen.findByRole("heading", { level: 1, name: "待您审批" });
    expect(cells()[0]!.slice(5)).toEqual(["待审批审批截止：2026年11月15日，已逾期", "通过拒绝"]);
    screen.getByRole("link", { name: "申请：3 项待您审批" });
    await expectAccessible();
  });

  /** T-23, D-26, G-70: with the keyboard alone; the badge follows. */
  it("approves one after a question, and the badge counts down", async () => {
    const { user } = page();
    const approve = await screen.findByRole("button", {
      name: "Approve Eve Newcomer for Client Service North",
    });
    await screen.findByRole("link", { name: "Requests: 3 wait for you" });
    approve.focus();
    await user.keyboard("{Enter}");
    const question = await screen.findByRole("alertdialog", { name: "Approve Eve Newcomer’s request?" });
    within(question).getByText(
      "Eve Newcomer joins Client Service North until 26 May 2027 and gets an email.",
    );
    await waitFor(() =>
      expect(document.activeElement).toBe(within(question).getByRole("button", { name: "Back" })),
    );
    await expectAccessible();
    await user.tab();
    await user.keyboard("{Enter}");
    await screen.findByText("Eve Newcomer’s request is approved.");
    expect(fake.state.sent).toEqual([{ ids: ["q-1"], status: "approved", comment: "" }]);
    await waitFor(() => expect(screen.queryByText("Eve Newcomer")).toBeNull());
    await screen.findByRole("link", { name: "Requests: 2 wait for you" });
  });

  /** T-24: nobody is refused without a reason. */
  it("refuses one with a reason", async () => {
    const { user } = page();
    await user.click(await screen.findByRole("button", { name: "Refuse FinnMember for 蓝岸广告媒介部" }));
    const drawer = await screen.findByRole("dialog", { name: "Refuse FinnMember’s request" });
    within(drawer).getByText("FinnMember asked on 20 Nov 2026 to join 蓝岸广告媒介部.");
    const reason = within(drawer).getByRole("textbox", { name: /^Reason/ });
    await waitFor(() => expect(document.activeElement).toBe(reason));
    await expectAccessible();
    const refuse = within(drawer).getByRole("button", { name: "Refuse" });
    await user.click(refuse);
    await waitFor(() => expect(reason.getAttribute("aria-invalid")).toBe("true"));
    expect(fake.state.sent).toEqual([]);
    await user.type(reason, "Not before spring");
    await user.click(refuse);
    await screen.findByText("FinnMember’s request is refused.");
    expect(fake.state.sent).toEqual([{ ids: ["q-3"], status: "refused", comment: "Not before spring" }]);
  });

  it("says that a person can no longer sign in, or that the group is off", async () => {
    const { user } = page();
    await user.click(await screen.findByRole("checkbox", { name: "Select all rows on this page" }));
    fake.state.unusable = ["q-2"];
    const bar = screen.getByRole("region", { name: "Selected rows" });
    await user.click(within(bar).getByRole("button", { name: "Approve" }));
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: "Approve" }));
    await screen.findByText(
      "2 requests are approved. One couldn’t be approved: the person can no longer sign in, or the group is off.",
    );
  });

  it("decides about many at once, and says which ones somebody else had already decided", async () => {
    const { user } = page();
    await user.click(await screen.findByRole("checkbox", { name: "Select all rows on this page" }));
    fake.state.queue = fake.state.queue.map((row) => (row.id === "q-2" ? { ...row, state: "refused" } : row));
    const bar = screen.getByRole("region", { name: "Selected rows" });
    await user.click(within(bar).getByRole("button", { name: "Approve" }));
    const name = "Approve 3 requests: Eve Newcomer, 李明 and FinnMember?";
    const question = await screen.findByRole("alertdialog", { name });
    await user.click(within(question).getByRole("button", { name: "Approve" }));
    await screen.findByText("2 requests are approved. One had already been decided by someone else.");
    await screen.findByRole("heading", { name: "Nobody is waiting. People who ask for access appear here." });
  });

  it("shows a refusal of the server in the question, and loads the present list", async () => {
    server.use(
      answers("post", "/api/security/user/user-group/decide", () =>
        refusal(100013, "You no longer manage this group."),
      ),
    );
    const { user } = page();
    await user.click(await screen.findByRole("button", { name: /^Approve Eve Newcomer/ }));
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: "Approve" }));
    await within(question).findByText("You no longer manage this group.");
  });
});

/** The link of an email opens a page; only a press of a button decides. */
describe("the link of an email", () => {
  it("shows the one request, sends nothing, and can show all requests", async () => {
    const { user } = page("/requests?requestId=q-2");
    await screen.findByText("李明");
    expect(cells()).toHaveLength(1);
    expect(fake.state.sent).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Remove the filter Request: only this one" }));
    await screen.findByText("Eve Newcomer");
  });

  /** The links of an email open the prepared question; only its button decides. */
  it.each([
    ["approve", "alertdialog", "Approve 李明’s request?"],
    ["refuse", "dialog", "Refuse 李明’s request"],
  ] as const)("opens the question to %s, and decides nothing", async (what, role, name) => {
    const { user, router } = page(`/requests?requestId=q-2&request=q-2&view=${what}`);
    const question = await screen.findByRole(role, { name });
    expect(fake.state.sent).toEqual([]);
    await user.click(within(question).getByRole("button", { name: what === "approve" ? "Back" : "Cancel" }));
    await waitFor(() => expect(router.state.location.search).toBe("?requestId=q-2"));
    expect(fake.state.sent).toEqual([]);
  });

  it.each(["", "&view=remove"])("opens nothing by a link without a decision: %j", async (view) => {
    page(`/requests?requestId=q-2&request=q-2${view}`);
    await screen.findByText("李明");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("opens nothing about a request that is decided", async () => {
    fake.state.queue = fake.state.queue.map((row) => ({ ...row, state: "approved", mayDecide: false }));
    page("/requests?requestId=q-2&request=q-2&view=approve");
    await screen.findByRole("dialog", { name: /.+/ });
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(fake.state.sent).toEqual([]);
  });

  it("says what failed, and tries again", async () => {
    server.use(answers("get", LIST, () => refusal(999999, "The list is being rebuilt.")));
    const { user } = page();
    await screen.findByText("The list is being rebuilt.");
    server.use(...fake.mocks.map(handlerOf));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Eve Newcomer");
  });
});
