import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { failureText } from "../../../api/failure-text";
import { describeList } from "../../../testing/describe-list";
import { aUser } from "../../../testing/factories";
import { anApplicant, fakeApplicants } from "../../../testing/fake-applicants";
import { expectAccessible, renderPortal, someServices } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { decide } from "../queries";
import { routes } from "../routes";

const CODE = "account_maintain.AccountManagement.ApplicationForAccount";
const EMAIL = "li.wei.of.the.northern.client.service@northlight-media.example";
const REASON = "I plan media for the spring campaign";
const DECIDE = "/api/security/admin/account-application/decide";

/** G-62, D-27: the queue of administrators. */
describeList({
  routes,
  empty: "Nobody is waiting. People who apply for an account appear here.",
  list: "/api/security/admin/account-application/list",
  mocks: () => fakeApplicants().mocks,
  cells: {
    "en-us": [
      [`李伟LiWei${EMAIL}Northlight`, "Client Service North", REASON, "10 Nov 2026", "Pending"],
      [
        "WangFangwang@demo.testNorthlight · Harbour Foods",
        "Client Service North",
        REASON,
        "12 Nov 2026",
        "Pending",
      ],
      [
        "Finn FarFinnFarfinn@demo.test",
        "Moon teamNo such group, or the person may not see it",
        REASON,
        "18 Nov 2026",
        "Pending",
      ],
    ],
    "zh-cn": [
      [`李伟LiWei${EMAIL}Northlight`, "Client Service North", REASON, "2026年11月10日", "待审批"],
      [
        "WangFangwang@demo.testNorthlight · Harbour Foods",
        "Client Service North",
        REASON,
        "2026年11月12日",
        "待审批",
      ],
      [
        "Finn FarFinnFarfinn@demo.test",
        "Moon team没有此用户组，或申请人无权查看",
        REASON,
        "2026年11月18日",
        "待审批",
      ],
    ],
  },
  narrowed: {
    address: "sort=-created&state=1",
    asks: { sort: "-created", state: "1" },
    chips: ["Status: Approved"],
  },
});

/** G-62: decisions of administrators. */
describe("deciding about applications for an account", () => {
  const examiner = () => {
    const fake = fakeApplicants();
    const accessList = [`${CODE}.view`, `${CODE}.examine`] as const;
    server.use(
      answers("post", "/api/security/user/info", () => success(aUser({ accessList: [...accessList] }))),
      ...fake.mocks.map(handlerOf),
    );
    return { ...renderPortal("/auth-management/account-applications", routes), state: fake.state };
  };

  it("approves one after a question", async () => {
    const { user, state } = examiner();
    await user.click(await screen.findByRole("button", { name: "Approve the application of 李伟" }));
    const question = await screen.findByRole("alertdialog", { name: "Approve the application of 李伟?" });
    within(question).getByText(/The account is enabled, and the person gets an email/);
    await expectAccessible();
    await user.click(within(question).getByRole("button", { name: "Approve" }));
    await screen.findByText("李伟’s application is approved.");
    expect(state.sent).toEqual([{ ids: ["p-1"], status: "approved", comment: "" }]);
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: "Approve the application of 李伟" })).toBeNull(),
    );
  });

  it("refuses nobody without a reason", async () => {
    const { user, state } = examiner();
    await user.click(await screen.findByRole("button", { name: "Refuse the application of WangFang" }));
    const drawer = await screen.findByRole("dialog", { name: "Refuse the application of WangFang" });
    await user.click(within(drawer).getByRole("button", { name: "Refuse" }));
    expect(state.sent).toEqual([]);
    await user.type(within(drawer).getByRole("textbox", { name: /^Reason/ }), "Ask your agency");
    await expectAccessible();
    await user.click(within(drawer).getByRole("button", { name: "Refuse" }));
    await screen.findByText("WangFang’s application is refused.");
    expect(state.sent).toEqual([{ ids: ["p-2"], status: "refused", comment: "Ask your agency" }]);
  });

  it("decides about many, and says what somebody else decided", async () => {
    const { user, state } = examiner();
    await user.click(await screen.findByRole("checkbox", { name: "Select all rows on this page" }));
    const bar = screen.getByRole("region", { name: "Selected rows" });
    state.applicants = state.applicants.map((one) => (one.id === "p-2" ? { ...one, state: 1 } : one));
    await user.click(within(bar).getByRole("button", { name: "Approve" }));
    const question = await screen.findByRole("alertdialog", {
      name: "Approve 2 applications: 李伟 and WangFang?",
    });
    await user.click(within(question).getByRole("button", { name: "Approve" }));
    await screen.findByText("李伟’s application is approved. One had already been decided by someone else.");
    expect(state.sent).toEqual([{ ids: ["p-1", "p-2"], status: "approved", comment: "" }]);
  });

  it("says what the server refuses, and keeps the question", async () => {
    const { user } = examiner();
    server.use(answers("post", DECIDE, () => refusal(100013, "You may not decide about this.")));
    await user.click(await screen.findByRole("button", { name: "Approve the application of 李伟" }));
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: "Approve" }));
    await within(question).findByText("You may not decide about this.");
  });

  /** Rows of several pages stay ticked, and one call takes a hundred. */
  it("says what is undecided when a later call fails", async () => {
    const applicants = Array.from({ length: 101 }, (_, at) => anApplicant({ id: `p-${at}` }));
    let calls = 0;
    server.use(
      answers("post", DECIDE, () => {
        calls += 1;
        return calls > 1
          ? refusal(100013, "You may not decide about this.")
          : success({ decided: ["p-0"], skipped: [], unusable: [] });
      }),
    );
    const { data } = await decide(someServices(), { applicants, status: "approved", comment: "" });
    expect(data).toMatchObject({ decided: ["p-0"], undecided: ["p-100"] });
    expect(failureText(data.failure)).toBe("You may not decide about this.");
  });
});
