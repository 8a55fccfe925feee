import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { chooseLanguage } from "../../../i18n/i18n";
import { aConfig } from "../../../testing/factories";
import { fakeMembers } from "../../../testing/fake-members";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

let state: ReturnType<typeof fakeMembers>["state"];

beforeEach(() => {
  const fake = fakeMembers();
  state = fake.state;
  server.use(...fake.mocks.map(handlerOf));
});

async function page(part = "") {
  const view = renderPortal(`/my-groups/g-1${part}`, routes);
  await screen.findByRole("heading", { level: 1, name: "Finance" });
  await waitFor(() => expect(screen.getAllByRole("row").length).toBeGreaterThan(1));
  return view;
}
const cells = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    );

/** G-62: the way to the people who applied for an account and want the group. */
it("leads to the applications for an account where people may apply", async () => {
  const { unmount } = await page();
  expect(screen.queryByRole("link", { name: "Account applications" })).toBeNull();
  unmount();
  renderPortal("/my-groups/g-1", routes, { config: aConfig({ registration: true }) });
  const link = await screen.findByRole("link", { name: "Account applications" });
  expect(link.getAttribute("href")).toBe("/my-groups/g-1/account-applications");
});

/** D-02, E-04, K-38, K-48, F-48, T-26: one's own row and the last manager's have a dash. */
describe("the members of a group", () => {
  /** A part without people is not a search without a match. */
  it("say in an empty part what it is without", async () => {
    server.use(
      answers("get", "/api/security/admin/user-group/group-management-list", ({ query }) => {
        expect(query.status).toBe("1");
        return success({ list: [], total: 0, more: false, sort: "" });
      }),
    );
    renderPortal("/my-groups/g-1?status=1", routes);
    await screen.findByText("Nobody is waiting.");
    expect(screen.queryByText("Nothing matches these filters")).toBeNull();
    expect(screen.queryByRole("button", { name: "Clear all filters" })).toBeNull();
  });

  /** The overview leads here. */
  it("are narrowed to those whose last day is near", async () => {
    renderPortal("/my-groups/g-1?endsWithin=30", routes);
    await screen.findByText("李明");
    expect(cells()).toHaveLength(1);
    screen.getByRole("button", { name: /Last day: Within 30 days/ });
  });

  it("are narrowed by the number of days", async () => {
    renderPortal("/my-groups/g-1?endsWithin=7", routes);
    await screen.findByText("Nothing matches these filters");
    screen.getByRole("button", { name: /Last day: Within 7 days/ });
  });

  it("show number, name, email, status and actions, in both languages and in parts that have addresses", async () => {
    const { user, router } = await page();
    expect(cells()).toEqual([
      ["1", "Dan MemberDanMemberManager", "eve@demo.test", "Enable", "–"],
      ["2", "Eve NewcomerEveNewcomer", "eve@demo.test", "Enable", "Set an end dateRemove"],
      [
        "3",
        "李明LiMing",
        "li.ming.of.the.northern.client.service@northlight-media.example",
        "Enableuntil 1 Dec 2026",
        "Extend to 1 Mar 2027Other dayRemove",
      ],
    ]);
    await expectAccessible();
    const parts = screen.getByRole("group", { name: "People of the group" });
    expect(within(parts).getByRole("link", { current: "page" }).textContent).toBe("Members");
    await user.click(within(parts).getByRole("link", { name: "Waiting" }));
    await screen.findByText("Finn Member");
    expect(router.state.location.search).toBe("?status=1");
    await waitFor(() =>
      expect(cells()).toEqual([
        [
          "1",
          "Finn MemberFinnMember",
          "eve@demo.test",
          "ProcessingI join the spring campaignfor 30 daysdue 25 Nov 2026",
          "ApproveReject",
        ],
      ]),
    );
    await user.click(within(parts).getByRole("link", { name: "Former" }));
    await screen.findByText("Greta Gone");
    await waitFor(() =>
      expect(cells()).toEqual([
        ["1", "Greta GoneGretaGone", "eve@demo.test", "DisableEnded", "Approve"],
        ["2", "HugoHome", "–", "DisableInvited", "–"],
      ]),
    );
    await user.click(within(parts).getByRole("link", { name: "Members" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    await screen.findAllByText("Dan Member");
    await chooseLanguage("zh-cn");
    await waitFor(() =>
      expect(cells().map((row) => row.at(-1))).toEqual([
        "–",
        "设置有效期移除",
        "延长至 2027年3月1日其他日期移除",
      ]),
    );
    await expectAccessible();
  });

  /** T-23, F-49: the list stays and reloads. */
  it("are approved after a question", async () => {
    const { user } = await page("?status=1");
    await user.click(screen.getByRole("button", { name: "Approve Finn Member" }));
    const question = await screen.findByRole("alertdialog", { name: "Approve Finn Member’s request?" });
    within(question).getByText(/^Finn Member joins Finance until .+ and gets an email\.$/);
    await expectAccessible();
    await user.click(within(question).getByRole("button", { name: "Approve" }));
    await screen.findByText("Finn Member’s request is approved.");
    expect(state.sent).toEqual([{ groupId: "g-1", userId: "u-4" }]);
    await waitFor(() => expect(screen.queryByText("Finn Member")).toBeNull());
  });

  /** T-24. */
  it("are rejected with a reason", async () => {
    const { user } = await page("?status=1");
    await user.click(screen.getByRole("button", { name: "Reject Finn Member" }));
    const drawer = await screen.findByRole("dialog", { name: "Refuse Finn Member’s request" });
    await user.type(within(drawer).getByRole("textbox", { name: /^Reason/ }), "Not yet");
    await user.click(within(drawer).getByRole("button", { name: "Refuse" }));
    await screen.findByText("Finn Member’s request is refused.");
    expect(state.sent).toEqual([{ groupId: "g-1", userId: "u-4", reason: "Not yet" }]);
    await waitFor(() => expect(screen.queryByText("Finn Member")).toBeNull());
  });

  /** T-25. */
  it("are deleted after a question, which shows a refusal", async () => {
    const { user } = await page();
    await user.click(screen.getByRole("button", { name: "Remove Eve Newcomer" }));
    const question = await screen.findByRole("alertdialog", { name: "Remove Eve Newcomer from the group?" });
    server.use(
      answers("post", "/api/security/admin/user-group/delete", () =>
        refusal(100012, "This is the only manager of the group."),
      ),
    );
    await user.click(within(question).getByRole("button", { name: "Remove" }));
    await within(question).findByText("This is the only manager of the group.");
    server.use(...fakeMembersOf(state));
    await user.click(within(question).getByRole("button", { name: "Remove" }));
    await screen.findByText("Eve Newcomer is no longer in the group.");
    expect(state.sent).toEqual([{ groupId: "g-1", userId: "u-1" }]);
    await waitFor(() => expect(screen.queryByText("EveNewcomer")).toBeNull());
  });

  /** Every list is a file too. */
  it("are downloaded as a file", async () => {
    const asked: unknown[] = [];
    server.use(
      handlerOf({
        method: "get",
        path: "/api/security/admin/user-group/member-export",
        reply: ({ query }) => {
          asked.push(query);
          return Promise.resolve(refusal(999999, "The file is asked for."));
        },
      }),
    );
    const { user } = await page();
    await user.click(screen.getByRole("button", { name: "Download CSV" }));
    const dialog = await screen.findByRole("dialog", { name: /^Download the list/ });
    await user.click(within(dialog).getByRole("button", { name: "Download" }));
    await within(dialog).findByText("The file is asked for.");
    expect(asked).toEqual([{ groupId: "g-1", status: "0" }]);
  });

  /** A membership that ends soon is extended in one click, which can be undone. */
  it("are extended with one click", async () => {
    const { user } = await page();
    await user.click(screen.getByRole("button", { name: "Extend to 1 Mar 2027: 李明" }));
    await screen.findByText("The membership of 李明 lasts until 1 Mar 2027.");
    const usual = await screen.findByRole("button", { name: "Extend the membership of 李明" });
    await waitFor(() => expect(document.activeElement).toBe(usual));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText("The membership of 李明 lasts until 1 Dec 2026.");
    const member = { groupId: "g-1", userId: "u-3" };
    expect(state.sent).toEqual([
      { ...member, endsOn: "2027-03-01", readEndsOn: "2026-12-01" },
      { ...member, endsOn: "2026-12-01", readEndsOn: "2027-03-01" },
    ]);
  });

  /** The server knows its own day and what was asked for. */
  it("offer to undo only what the server can undo", async () => {
    state.members = state.members.map((one) => ({ ...one, canUndo: false }));
    const { user } = await page();
    await user.click(screen.getByRole("button", { name: "Extend to 1 Mar 2027: 李明" }));
    await screen.findByText("The membership of 李明 lasts until 1 Mar 2027.");
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("get an end date where they have none", async () => {
    const { user } = await page();
    await user.click(screen.getByRole("button", { name: "Set an end date for Eve Newcomer" }));
    const drawer = await screen.findByRole("dialog", { name: "Set an end date for Eve Newcomer" });
    await user.type(within(drawer).getByLabelText(/^Last day/), "2027-03-31");
    await user.click(within(drawer).getByRole("button", { name: "Set an end date" }));
    await screen.findByText("The membership of Eve Newcomer lasts until 31 Mar 2027.");
    expect(state.sent).toEqual([{ groupId: "g-1", userId: "u-1", endsOn: "2027-03-31", readEndsOn: "" }]);
  });

  it("get another last day", async () => {
    const { user } = await page();
    await user.click(screen.getByRole("button", { name: "Other day: 李明" }));
    const drawer = await screen.findByRole("dialog", { name: "Extend the membership of 李明" });
    const day = within(drawer).getByLabelText<HTMLInputElement>(/^Last day/);
    expect(day.value).toBe("2026-12-01");
    await user.clear(day);
    await user.type(day, "2027-03-31");
    await user.click(within(drawer).getByRole("button", { name: "Extend" }));
    await screen.findByText("The membership of 李明 lasts until 31 Mar 2027.");
    expect(state.sent).toEqual([
      { groupId: "g-1", userId: "u-3", endsOn: "2027-03-31", readEndsOn: "2026-12-01" },
    ]);
  });

  it("are not shown to people who do not manage the group", async () => {
    server.use(
      answers("get", "/api/security/admin/user-group/group-management-list", () =>
        refusal(100013, "You do not manage this group."),
      ),
    );
    renderPortal("/my-groups/g-2", routes);
    await screen.findByText("You do not manage this group.");
  });
});

/** The mocks of the state that a test has begun with. */
function fakeMembersOf(given: typeof state) {
  const fake = fakeMembers(given.members);
  state = fake.state;
  return fake.mocks.map(handlerOf);
}

/** D-03, T-27, T-28. */
describe("adding a person", () => {
  const open = async () => {
    const view = await page();
    await view.user.click(screen.getByRole("button", { name: "Add user" }));
    const drawer = await screen.findByRole("dialog", { name: "Add user" });
    const box = within(drawer).getByRole("textbox", { name: "Name, account name or email" });
    await waitFor(() => expect(document.activeElement).toBe(box));
    return { ...view, drawer };
  };

  /** V-18, V-19, E-06, E-07, K-24, K-25. */
  it("searches by keyboard, has pages, requires a choice, and confirms", async () => {
    const { user, drawer } = await open();
    await user.keyboard("{Enter}");
    await within(drawer).findByText("please select or enter");
    await user.keyboard("finn{Enter}");
    await within(drawer).findByText("FinnMember1");
    within(drawer).getByText("Finn Member 1");
    within(drawer).getAllByText("Northlight");
    expect(within(drawer).getByText("1–10 of 23")).toBeTruthy();
    await expectAccessible();
    await user.click(within(drawer).getByRole("button", { name: "Add user" }));
    await within(drawer).findByText("please select or enter");
    await user.click(within(drawer).getByRole("button", { name: "Next page" }));
    await user.click(await within(drawer).findByRole("radio", { name: "Choose Finn Member 12" }));
    await user.click(within(drawer).getByRole("button", { name: "Add user" }));
    const question = await screen.findByRole("alertdialog", { name: "Add Finn Member 12 to Finance?" });
    within(question).getByText("FinnMember12");
    await user.click(within(question).getByRole("button", { name: "Add user" }));
    await screen.findByText("Finn Member 12 is a member now.");
    expect(state.sent).toEqual([{ groupId: "g-1", username: "FinnMember12" }]);
    await screen.findByText("FinnMember12");
  });

  it("asks at once about the only person found, and leads back to the search", async () => {
    const { user } = await open();
    await user.keyboard("FinnMember12{Enter}");
    const asked = { name: "Add Finn Member 12 to Finance?" };
    const question = await screen.findByRole("alertdialog", asked);
    await user.click(within(question).getByRole("button", { name: "Back" }));
    const drawer = await screen.findByRole("dialog", { name: "Add user" });
    const choice = await within(drawer).findByRole("radio", { name: "Choose Finn Member 12" });
    await waitFor(() => expect((choice as HTMLInputElement).checked).toBe(true));
    // Another search asks about nobody but its own.
    const box = within(drawer).getByRole("textbox", { name: "Name, account name or email" });
    await user.clear(box);
    await user.type(box, "finn{Enter}");
    await within(drawer).findByText("1–10 of 23");
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  /** T-27, X-20, F-61, F-62, F-64, G-69, V-16, V-17, K-18, C-098. */
  it("offers an account, and an invitation to up to five addresses, if nobody is found", async () => {
    const { user, drawer } = await open();
    await user.keyboard("zebra{Enter}");
    await within(drawer).findByText("No result. Please invite the people you looking for to register.");
    const account = within(drawer).getByRole("link", { name: "Add account" });
    expect(account.getAttribute("href")).toBe("/my-groups/g-1/add-account");
    await expectAccessible();
    await user.click(within(drawer).getByRole("button", { name: "Invite by email" }));
    const invite = await screen.findByRole("dialog", { name: "Invite by email" });
    const box = within(invite).getByRole("textbox", { name: /^Email addresses/ });
    const send = within(invite).getByRole("button", { name: "Send invitations" });
    const cases: [string, string][] = [
      ["", "please select or enter"],
      ["zebra", "Please input your vaild email"],
      ["a..b@demo.test", "please enter a correct email"],
      ["a@b.cd b@b.cd c@b.cd d@b.cd e@b.cd f@b.cd", "At most five addresses at a time."],
    ];
    for (const [typed, fault] of cases) {
      await user.clear(box);
      if (typed) await user.type(box, typed);
      await user.click(send);
      await within(invite).findByText(fault);
    }
    expect(state.sent).toEqual([]);
    await user.clear(box);
    await user.type(box, "zoe@demo.test{Enter}nobody@demo.test");
    await user.click(send);
    const told = "1 invitation is sent. Nobody who can be invited has these addresses: nobody@demo.test.";
    await screen.findByText(told);
    expect(state.sent).toEqual([
      {
        type: 1,
        groupId: "g-1",
        emailList: [{ email: "zoe@demo.test" }, { email: "nobody@demo.test" }],
      },
    ]);
  });
});
