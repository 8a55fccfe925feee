import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { describeList } from "../../../testing/describe-list";
import { aUser } from "../../../testing/factories";
import { allFeedback, fakeFeedback, someFeedback } from "../../../testing/fake-feedback";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

const LONG = "Send a plan to a client as one page, with reach, cost and timing beside each oth…";
// As the clocks of the server show it, in Shanghai.
const at = (day: number) => `${day} Nov 2026, 09:00`;
const um = (day: number) => `2026年11月${day}日 09:00`;

/** R-20, S-25, C-120, K-36. */
describeList({
  routes,
  empty: "No feedback yet. People send it from their menu and from the details of an application.",
  list: "/api/security/admin/feedback/list",
  mocks: () => fakeFeedback().mocks,
  cells: {
    "en-us": [
      ["The plan stops when I press Compare.", "Media planner", "Bug", "New", "Dan Member", "–", at(20)],
      [LONG, "Media planner", "Funtional Requirements", "Handling", "Dan Member", "Fay Handler", at(19)],
      ["首页打开较慢", "Atrium", "System Fluency", "Closed", "王小明", "–", at(18)],
      ["Compare does not work.", "Media planner", "Bug", "New", "Dan Member", "–", at(17)],
    ],
    "zh-cn": [
      ["The plan stops when I press Compare.", "Media planner", "缺陷", "待处理", "Dan Member", "–", um(20)],
      [LONG, "Media planner", "功能需求", "处理中", "Dan Member", "Fay Handler", um(19)],
      ["首页打开较慢", "Atrium", "系统流畅度", "已关闭", "王小明", "–", um(18)],
      ["Compare does not work.", "Media planner", "缺陷", "待处理", "Dan Member", "–", um(17)],
    ],
  },
  narrowed: {
    address: "sort=-created&context=zebra&status=0&categoryId=3",
    asks: { sort: "-created", context: "zebra", status: "0", categoryId: "3" },
    chips: ["Keywords: zebra", "Status: New", "Category: Bug"],
  },
});

const RIGHT = "feedback_center.FeedbackCenter.FeedbackList";
const ALL = (["view", "answer", "export"] as const).map((may) => `${RIGHT}.${may}` as const);

async function drawer(id: string, accessList: readonly (typeof ALL)[number][] = ALL, fake = fakeFeedback()) {
  server.use(
    answers("post", "/api/security/user/info", () =>
      success(aUser({ id: "me", accessList: [...accessList] })),
    ),
    ...fake.mocks.map(handlerOf),
  );
  const view = renderPortal(`/feedback-center/feedback-list?item=${id}`, routes);
  const shown = await screen.findByRole("dialog", { name: /^Feedback from/ });
  await within(shown).findByText("Received");
  return { ...view, shown: within(shown), dialog: shown, sent: fake.sent };
}

/** S-25, C-121, C-122. */
describe("a piece of feedback", () => {
  it("shows its text, its pictures and its duplicates", async () => {
    const { shown, dialog } = await drawer("f-1", [`${RIGHT}.view`]);
    expect(shown.getByText("The plan stops when I press Compare.")).toBeTruthy();
    expect(shown.getByRole("img", { name: "Picture 1" }).getAttribute("src")).toContain("/files/s/sealed");
    expect(shown.getByText(/Compare does not work\./)).toBeTruthy();
    expect(shown.queryByRole("button", { name: "Answer" })).toBeNull();
    await expectAccessible(dialog);
  });

  it("gets a status and a person", async () => {
    const { user, shown, sent } = await drawer("f-1");
    await user.click(shown.getByRole("button", { name: "Handling" }));
    await screen.findByText("The status is now Handling.");
    await user.click(shown.getByRole("button", { name: "Assign to me" }));
    await screen.findByText("The feedback is assigned.");
    expect(sent).toEqual([
      ["upd-status", { id: "f-1", status: 1, version: 1 }],
      ["assign", { id: "f-1", userId: "me", version: 1 }],
    ]);
  });

  it("is answered, also for its duplicates", async () => {
    const { user, shown, sent } = await drawer("f-1");
    await user.click(shown.getByRole("button", { name: "Answer" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Answer Dan Member" }));
    expect(dialog.getByText(/and the author of 1 duplicate/)).toBeTruthy();
    await user.type(dialog.getByRole("textbox", { name: "Your answer" }), "It works again.");
    await user.click(dialog.getByRole("button", { name: "Send answer" }));
    await screen.findByText("The answer is sent.");
    expect(sent).toEqual([["answer", { id: "f-1", answer: "It works again.", version: 1, status: 2 }]]);
  });

  it("follows an earlier piece that a hundred duplicates stand before", async () => {
    const copies = Array.from({ length: 100 }, (_, n) =>
      someFeedback({ id: `copy-${n}`, mergedInto: "f-9", feedback: "Export fails" }),
    );
    const first = someFeedback({ id: "f-9", feedback: "Export fails since Monday" });
    const { user, shown, sent } = await drawer("f-1", ALL, fakeFeedback([...allFeedback, ...copies, first]));
    await user.click(shown.getByRole("button", { name: "Mark as duplicate" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Which feedback says the same?" }));
    await user.click(dialog.getByRole("combobox", { name: /Earlier feedback/ }));
    await user.paste("export");
    await screen.findByText("1 choice", {}, { timeout: 5_000 });
    await user.click(screen.getByRole("option", { name: /Export fails since/ }));
    await user.click(dialog.getByRole("button", { name: "Mark as duplicate" }));
    await waitFor(() => expect(sent).toEqual([["merge", { id: "f-1", intoId: "f-9", version: 1 }]]));
  });

  it("stands on its own again", async () => {
    const { user, shown, sent } = await drawer("f-4");
    expect(shown.queryByRole("button", { name: "Answer" })).toBeNull();
    await user.click(shown.getByRole("button", { name: "Not a duplicate" }));
    await waitFor(() => expect(sent).toEqual([["merge", { id: "f-4", intoId: "", version: 1 }]]));
  });
});

/** A week begins in the server's zone: Monday begins in Shanghai while it is Sunday in London. */
describe("the figures by week", () => {
  it("are a chart and a table, which leads to the feedback of exactly this week", async () => {
    const inWeek = ["2026-11-15T16:00Z", "2026-11-22T15:59Z"];
    const outside = ["2026-11-15T15:59Z", "2026-11-22T16:00Z"];
    const rows = [...inWeek, ...outside].map((time) =>
      someFeedback({ id: time, feedback: time, createdAt: Date.parse(time) }),
    );
    server.use(
      answers("post", "/api/security/user/info", () => success(aUser({ accessList: [`${RIGHT}.view`] }))),
      ...fakeFeedback(rows).mocks.map(handlerOf),
    );
    const { user } = renderPortal("/feedback-center/feedback-list", routes);
    await user.click(await screen.findByText("Feedback by week"));
    await screen.findByRole("img", { name: /^Chart of By category and week/ });
    expect(screen.getByRole("button", { name: "Download By category and week (CSV)" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show By category and week as a table" }));
    const values = within(screen.getByRole("group", { name: "Values of By category and week" }));
    const row = values.getByRole("row", { name: /16 Nov 2026/ });
    const cells = within(row).getAllByRole("cell");
    expect(cells.map(({ textContent }) => textContent)).toEqual(["1", "2", "3", "4"]);
    await user.click(within(row).getByRole("link", { name: "16 Nov 2026" }));
    await waitFor(() => expect(screen.queryByText(outside[0] ?? "")).toBeNull());
    for (const text of inWeek) expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByText(outside[1] ?? "")).toBeNull();
  });
});
