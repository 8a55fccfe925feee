import type { components } from "../api/schema";
import { hasPart, mockList } from "./mock-list";
import { mock, success, type Mock } from "./mocks";

type Row = components["schemas"]["FeedbackListRow"];
type Details = components["schemas"]["FeedbackDetails"];
type OwnRow = components["schemas"]["OwnFeedbackRow"];

export function someFeedback(given: Partial<Row> = {}): Row {
  return {
    id: "f-1",
    projectId: 7,
    projectName: "Media planner",
    appName: "MEDIAPLAN",
    categoryId: 3,
    feedback: "The plan stops when I press Compare.",
    userId: "a-1",
    username: "DanMember",
    fullName: "Dan Member",
    status: 0,
    assigneeId: null,
    assignee: "",
    answered: false,
    mergedInto: null,
    createdAt: Date.UTC(2026, 10, 20, 1),
    c_time: "2026-11-20 09:00:00",
    version: 1,
    ...given,
  };
}

/** Feedback in every status, with a long and a Chinese text; the last is a duplicate of the first. */
export const allFeedback: Row[] = [
  someFeedback(),
  someFeedback({
    id: "f-2",
    categoryId: 1,
    status: 1,
    assigneeId: "a-2",
    assignee: "Fay Handler",
    feedback: `Send a plan to a client as one page, with reach, cost and timing beside each other. ${"More. ".repeat(30)}`,
    createdAt: Date.UTC(2026, 10, 19, 1),
  }),
  someFeedback({
    id: "f-3",
    projectId: 0,
    projectName: "Atrium",
    categoryId: 4,
    status: 2,
    answered: true,
    feedback: "首页打开较慢",
    fullName: "王小明",
    createdAt: Date.UTC(2026, 10, 18, 1),
  }),
  someFeedback({
    id: "f-4",
    mergedInto: "f-1",
    feedback: "Compare does not work.",
    createdAt: Date.UTC(2026, 10, 17, 1),
  }),
];

function detailsOf(row: Row, all: Row[]): Details {
  const asOther = ({ id, feedback, fullName, createdAt }: Row) => ({
    id,
    feedback,
    author: fullName,
    createdAt,
  });
  const first = all.find(({ id }) => id === row.mergedInto);
  return {
    ...row,
    pictures: row.id === "f-1" ? [{ name: "a.png", url: "/files/s/sealed" }] : [],
    answer: row.answered ? "Thank you.\nIt is faster now." : "",
    answeredAt: row.answered ? Date.UTC(2026, 10, 21, 1) : null,
    answeredBy: row.answered ? "Fay Handler" : "",
    mergedInto: first ? asOther(first) : null,
    duplicates: all.filter(({ mergedInto }) => mergedInto === row.id).map(asOther),
    changedAt: null,
    changedBy: "",
  };
}

function ownOf({
  mergedInto,
  userId,
  username,
  fullName,
  assigneeId,
  assignee,
  answered,
  ...row
}: Row): OwnRow {
  void [mergedInto, userId, username, fullName, assigneeId, assignee];
  return {
    ...row,
    pictureCount: row.id === "f-1" ? 1 : 0,
    answer: answered ? "Thank you.\nIt is faster now." : "",
    answeredAt: answered ? Date.UTC(2026, 10, 21, 1) : null,
  };
}

/** Mocks the feedback of a server. `sent` collects the bodies of all changes, each with the end of its path. */
export function fakeFeedback(all: Row[] = allFeedback) {
  const sent: [string, unknown][] = [];
  const kept = (path: string) =>
    mock(
      "post",
      `/api/security/admin/feedback/${path}` as "/api/security/admin/feedback/upd-status",
      ({ body }) => {
        sent.push([path, body]);
        return success({ id: body.id, version: 2, status: (body as { status?: 0 | 1 | 2 }).status ?? 0 });
      },
    );
  const mocks: Mock[] = [
    mockList("/api/security/admin/feedback/list", {
      rows: () => all,
      filters: {
        context: ({ feedback }, part) => hasPart(feedback, part),
        status: ({ status }, value) => status === Number(value),
        categoryId: ({ categoryId }, value) => categoryId === Number(value),
        projectId: ({ projectId }, value) => projectId === Number(value),
        assigneeId: ({ assigneeId }, value) => assigneeId === value,
        since: ({ createdAt }, value) => createdAt >= Number(value),
        before: ({ createdAt }, value) => createdAt < Number(value),
      },
      sorts: { created: ({ createdAt }) => createdAt },
    }),
    mock("get", "/api/security/admin/feedback/details", ({ query }) =>
      success(detailsOf(all.find(({ id }) => id === query.id) ?? someFeedback(), all)),
    ),
    mock("get", "/api/security/admin/feedback/weeks", () =>
      success(
        ["2026-11-09", "2026-11-16"].map((week, place) => ({
          week,
          from: Date.parse(week),
          until: Date.parse(week) + 7 * 86_400_000,
          counts: ([1, 2, 3, 4] as const).map((categoryId) => ({ categoryId, count: place * categoryId })),
        })),
      ),
    ),
    mock("get", "/api/security/admin/feedback/assignee/option-list", () =>
      success([{ userId: "a-2", username: "FayHandler", fullName: "Fay Handler" }]),
    ),
    ...["upd-status", "assign", "answer", "merge"].map(kept),
    mock("post", "/api/security/user/feedback/submit", ({ body }) => {
      sent.push(["submit", body]);
      return success({ id: "f-9" });
    }),
    mock("post", "/api/security/user/feedback/picture", () => success({ name: "b.png" })),
    mockList("/api/security/user/feedback/list", {
      rows: () => all.slice(0, 3).map(ownOf),
      filters: {},
      sorts: { created: ({ createdAt }) => createdAt },
    }),
    mock("get", "/api/security/user/feedback/details", ({ query }) => {
      const row = all.find(({ id }) => id === query.id) ?? someFeedback();
      const { pictures } = detailsOf(row, all);
      const { pictureCount, ...own } = ownOf(row);
      void pictureCount;
      return success({ ...own, pictures });
    }),
  ];
  return { mocks, sent };
}

export const standIn = () => fakeFeedback().mocks;
