import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { describeList } from "../../../testing/describe-list";
import { aUser } from "../../../testing/factories";
import { aJob, fakeJobs, someJobs, someRoutines } from "../../../testing/fake-jobs";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

const LIST = "operation_access.SystemManagement.JobList";
const LONG =
  "421 4.7.0 the server of the recipient asks to slow down, because too many letters came from this address in the last hour";
const MARIE = "marie-therese.petitjean-de-la-fontaine@a-very-long-domain.example";

let state: ReturnType<typeof fakeJobs>["state"];

function serve(routines = someRoutines) {
  const fake = fakeJobs(
    [
      aJob(),
      aJob({ jobId: "j-2", recipient: "eve@demo.test" }),
      aJob({ jobId: "j-3", state: "waiting", recipient: "ben@demo.test", dueAt: 1, givenUpAt: null }),
    ],
    routines,
  );
  state = fake.state;
  const accessList = [`${LIST}.view`, `${LIST}.retry`];
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList }))),
    ...fake.mocks.map(handlerOf),
  );
}

beforeEach(() => serve());

async function jobs() {
  const view = renderPortal("/operation-access/job-list?state=all", routes);
  await screen.findByText("Welcome email, to dan@demo.test");
  return view;
}

/** Sections 6 and 7. */
describeList({
  routes,
  list: "/api/security/admin/job/list",
  file: "/api/security/admin/job/export",
  first: { state: "givenUp" },
  empty: "Nothing has failed.",
  mocks: () => fakeJobs(someJobs).mocks,
  cells: {
    "en-us": [
      [
        "EmailWelcome email, to dan@demo.test",
        "Failed",
        "550 5.1.1 no such mailbox",
        "8",
        "20 Nov 202609:30",
      ],
      [`Emailnewer_letter, to ${MARIE}`, "Failed", LONG, "8", "20 Nov 202609:30"],
    ],
    "zh-cn": [
      [
        "邮件欢迎邮件，收件人 dan@demo.test",
        "已失败",
        "550 5.1.1 no such mailbox",
        "8",
        "2026年11月20日09:30",
      ],
      [`邮件newer_letter，收件人 ${MARIE}`, "已失败", LONG, "8", "2026年11月20日09:30"],
    ],
  },
  narrowed: {
    address: "sort=-queued&kind=zebra",
    asks: { sort: "-queued", state: "givenUp", kind: "zebra" },
    chips: ["Kind: zebra"],
  },
});

describe("the parts of the list", () => {
  const rowNames = () =>
    screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => within(row).getAllByRole("cell")[1]?.textContent ?? "");

  it("are what failed at first, and what is waiting", async () => {
    server.use(...fakeJobs(someJobs).mocks.map(handlerOf));
    const { user, router } = renderPortal("/operation-access/job-list", routes);
    await screen.findByText("Welcome email, to dan@demo.test");
    const part = (name: string) =>
      within(screen.getByRole("group", { name: "Which jobs" })).getByRole("link", { name });
    expect(part("Failed").getAttribute("aria-current")).toBe("page");
    await user.click(part("Waiting"));
    await screen.findByText("李明, group Client Service North");
    expect(rowNames().some((text) => text.includes("Welcome email"))).toBe(false);
    expect(router.state.location.search).toBe("?state=waiting");
    await expectAccessible();
  });

  it("say that nothing has failed", async () => {
    server.use(...fakeJobs([]).mocks.map(handlerOf));
    renderPortal("/operation-access/job-list", routes);
    await screen.findByText("Nothing has failed.");
  });
});

describe("a failed job", () => {
  it("is tried again at once; a waiting job offers nothing", async () => {
    const { user } = await jobs();
    expect(screen.queryByRole("button", { name: "Actions for Email: ben@demo.test" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Actions for Email: dan@demo.test" }));
    await user.click(await screen.findByRole("menuitem", { name: "Try again" }));
    await screen.findByText("The job is tried again.");
    expect(state.sent).toEqual(["j-1"]);
    await waitFor(() => within(screen.getByRole("row", { name: /dan@demo/ })).getByText("Waiting"));
  });

  it("is tried again together with other selected jobs", async () => {
    const { user } = await jobs();
    for (const to of ["dan", "eve", "ben"])
      await user.click(screen.getByRole("checkbox", { name: `Select Email: ${to}@demo.test` }));
    const bar = screen.getByRole("region", { name: "Selected rows" });
    await user.click(within(bar).getByRole("button", { name: "Try again" }));
    const question = await screen.findByRole("alertdialog", { name: "Try 2 jobs again?" });
    await expectAccessible();
    await user.click(within(question).getByRole("button", { name: "Try again" }));
    await screen.findByText("2 jobs are tried again.");
    expect(state.sent).toEqual(["j-1", "j-2"]);
  });
});

describe("the queue and the routines", () => {
  it("say what waits, what fails, and why", async () => {
    const { user } = await jobs();
    await user.click(await screen.findByRole("button", { name: "A scheduled task is failing" }));
    const drawer = await screen.findByRole("dialog", { name: "Scheduled tasks" });
    await within(drawer).findByText("1 waiting, 2 failed");
    within(drawer).getByText("End expired sessions");
    within(drawer).getAllByText("5 minutes");
    within(drawer).getByText("the database did not answer");
    within(drawer).getByText("22 Nov 2026, 09:28:00, took 1 ms");
    await expectAccessible();
  });

  it("show no warning while everything works", async () => {
    serve([someRoutines[1]!]);
    await jobs();
    await screen.findByRole("button", { name: "Scheduled tasks" });
    expect(screen.queryByRole("button", { name: "A scheduled task is failing" })).toBeNull();
  });
});
