import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aUser } from "../../../testing/factories";
import { anOverview, anOwnOverview, fakeInsight } from "../../../testing/fake-insight";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

const LISTS = [
  "account_maintain.AccountManagement.AccountList.view",
  "account_maintain.AccountManagement.PermissionRequestList.view",
  "operation_access.ProductManagement.ProductList.view",
  "operation_access.UserGroupManagement.GroupList.view",
  "operation_access.ApplicationManagement.ApplicationList.view",
  "operation_access.SystemManagement.JobList.view",
  "operation_access.SystemManagement.AssistantUsage.view",
];
const POINT = (part: string) => ({ at: "2026-11-21", part, count: 1 });
const PATH = "/operation-access/overview";
const VIEW = "operation_access.SystemManagement.Overview.view";
const AUDIT = "account_maintain.AccountManagement.AuditLog.view";

let asked: unknown[];

function serve(user: Parameters<typeof aUser>[0], ...figures: Parameters<typeof fakeInsight>) {
  const fake = fakeInsight(...figures);
  asked = fake.asked;
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser(user))),
    ...fake.mocks.map(handlerOf),
  );
}

beforeEach(() => serve({ accessList: [VIEW, AUDIT] }));

const card = async (name: string) => within(await screen.findByRole("region", { name }));

describe("the overview", () => {
  it("shows each figure, and leads to the lists that the reader may see", async () => {
    renderPortal(PATH, routes);
    const signIns = await card("Sign-ins");
    signIns.getByRole("img", { name: "Chart of Sign-ins, 25 Oct 2026 to 21 Nov 2026" });
    const link = signIns.getByRole("link", { name: "Sign-ins" });
    expect(link.getAttribute("href")).toBe(
      "/auth-management/audit-log?kind=sign_in.succeeded&from=2026-10-25&until=2026-11-21&zone=Asia%2FShanghai",
    );
    const opened = await card("Most opened applications");
    expect(opened.queryByRole("link")).toBeNull();
    opened.getByText("4,210");
    (await card("Decided requests")).getByText("148, 17 hours on average");
    (await card("Assistant")).getByText("1,204 answers, 310,000 words, 18.34 USD");
    (await card("Waiting requests")).getByText("22");
    expect(screen.queryByRole("region", { name: "Most seen pages" })).toBeNull();
    expect(asked).toEqual([{ days: "28" }]);
    await expectAccessible();
  });

  it("leads from each figure to its list, with the same days and filters", async () => {
    serve(
      { accessList: [VIEW, AUDIT, ...LISTS] },
      anOverview({ refusals: [POINT("wrong_code"), POINT("no_access"), POINT("corporate")] }),
    );
    renderPortal(PATH, routes);
    await card("Sign-ins");
    const log = (kind: string) =>
      `/auth-management/audit-log?kind=${kind}&from=2026-10-25&until=2026-11-21&zone=Asia%2FShanghai`;
    const lists = within(screen.getByRole("main"))
      .getAllByRole("region")
      .map((region) =>
        within(region)
          .queryAllByRole("link")
          .map((link) => `${link.textContent}: ${link.getAttribute("href")}`),
      );
    expect(lists.flat()).toEqual([
      ...["Sign-ins", "Password", "Password and code", "Passkey", "Corporate identity"].map(
        (name) => `${name}: ${log("sign_in.succeeded")}`,
      ),
      `Refused sign-ins: ${log("sign_in.refused")}`,
      `Wrong code: ${log("sign_in.refused")}`,
      `No access to the application: ${log("access.refused")}`,
      `Corporate identity not accepted: ${log("identity.refused")}`,
      "Active people: /auth-management/account-list?sort=-lastLogin",
      "Assistant: /operation-access/assistant-use?fromDay=2026-10-25&untilDay=2026-11-21",
      "Most opened applications: /operation-access/product-list",
      "Media planner: /operation-access/product-list?context=Media+planner",
      "Brief desk: /operation-access/product-list?context=Brief+desk",
      "=1+1 with a very long name that does not fit beside its number: /operation-access/product-list?context=%3D1%2B1+with+a+very+long+name+that+does+not+fit+beside+its+number",
      "Decided requests: /auth-management/access-list?status=all&decidedFrom=2026-10-25&decidedUntil=2026-11-21",
      "Waiting requests: /auth-management/access-list",
      "Tokens in addresses: /operation-access/application-list?kind=legacy",
      "Timesheet: /operation-access/application-list?application=old",
      "Access that ends soon: /operation-access/group-list?endsWithin=30",
      "Ends within 7 days: /operation-access/group-list?endsWithin=7",
      "Ends within 30 days: /operation-access/group-list?endsWithin=30",
      "Emails that failed: /operation-access/job-list?kind=mail.send",
      "Waiting for a retry: /operation-access/job-list?kind=mail.send",
      "Waiting, to applicants: /operation-access/job-list?kind=mail.stranger",
      "Failed in this time: /operation-access/job-list?kind=mail.send",
    ]);
    // Where a list has more than the figure, the card says so.
    (await card("Active people")).getByText("The list has all accounts, the last sign-in first.");
    expect((await card("Waiting requests")).queryByText(/The list/)).toBeNull();
  });

  it("reads each day by the keys, and shows it by the hour", async () => {
    const { user, router } = renderPortal(PATH, routes);
    const signIns = await card("Sign-ins");
    signIns.getByRole("group", { name: /^Sign-ins: the arrow keys/ }).focus();
    await user.keyboard("{End}");
    signIns.getByText(
      /^21 Nov 2026: Password 64, Password and code 24, Passkey 18 and Corporate identity 48$/,
    );
    await user.keyboard("{ArrowLeft}{Enter}");
    await screen.findByText("20 Nov 2026, by the hour");
    expect(router.state.location.search).toBe("?day=2026-11-20");
    await waitFor(() => expect(asked).toContainEqual({ from: "2026-11-20", to: "2026-11-20" }));
    await user.click(screen.getByRole("link", { name: "7 days" }));
    await waitFor(() => expect(asked).toContainEqual({ days: "7" }));
    expect(router.state.location.search).toBe("?span=7");
  });

  it("has a table and a file of each chart, and a formula is no formula", async () => {
    const files: Blob[] = [];
    URL.createObjectURL = (blob) => {
      files.push(blob as Blob);
      return "blob:1";
    };
    const { user } = renderPortal(PATH, routes);
    const opened = await card("Most opened applications");
    await user.click(opened.getByRole("button", { name: "Show Most opened applications as a table" }));
    const rows = opened.getAllByRole("row").map((row) => row.textContent);
    expect(rows.slice(0, 2)).toEqual(["ApplicationOpenings", "Media planner4,210"]);
    await expectAccessible();
    await user.click(opened.getByRole("button", { name: "Download Most opened applications (CSV)" }));
    const text = await files[0]?.text();
    expect(text).toContain('"Media planner",4210\r\n');
    expect(text).toContain('"\'=1+1 with a very long name that does not fit beside its number",940');
  });

  it("shows a reason that has no text yet, pages that are counted, and days without anything", async () => {
    const pages = [{ route: "/my-access", views: 40 }];
    serve({ accessList: [VIEW] }, anOverview({ signIns: [], pages }));
    renderPortal(PATH, routes);
    (await card("Sign-ins")).getByText("Nothing to show for this time.");
    (await card("Refused sign-ins")).getByText("newer_reason");
    (await card("Most seen pages")).getByText("/my-access");
  });

  it("says that it did not load", async () => {
    server.use(answers("get", "/api/security/admin/overview", () => refusal(999999, "Not now.")));
    renderPortal(PATH, routes);
    await screen.findByText("Not now.");
    screen.getByRole("button", { name: "Try again" });
  });

  it("is read in Chinese", async () => {
    serve({ accessList: [VIEW], lang: "zh-cn" });
    renderPortal(PATH, routes);
    (await card("被拒绝的登录")).getByText("账号不存在");
    await expectAccessible();
  });
});

describe("the own figures", () => {
  it("are about the products for who administers one", async () => {
    serve({ projectIds: [3] }, anOverview(), anOwnOverview({ groups: [] }));
    renderPortal(PATH, routes);
    const own = await card("My applications");
    expect(own.getAllByRole("row").at(-1)?.textContent).toBe("Media planner4,2100");
    expect(own.getByRole("link", { name: "Media planner" }).getAttribute("href")).toBe(
      "/operation-access/product-list?context=Media+planner",
    );
    expect(screen.queryByRole("region", { name: "Sign-ins" })).toBeNull();
  });

  it("are about the groups for their managers", async () => {
    serve({ roles: ["member", "groupManager"] });
    renderPortal("/my-overview", routes);
    const own = await card("My groups");
    expect(own.getAllByRole("row").at(-1)?.textContent).toBe("Client Service North3014" + "10" + "16");
    screen.getByRole("link", { name: "Figures" });
    const link = (name: string) => own.getByRole("link", { name }).getAttribute("href");
    expect(link("Client Service North")).toBe("/my-groups/g-1");
    expect(link("3")).toBe("/requests?groupId=g-1");
    expect(link("6")).toBe("/my-groups/g-1?endsWithin=30");
    await expectAccessible();
  });

  it("say that there are none", async () => {
    serve({ roles: ["member", "groupManager"] }, anOverview(), anOwnOverview({ groups: [], products: [] }));
    renderPortal("/my-overview", routes);
    await screen.findByText("You manage no group and no application.");
  });
});
