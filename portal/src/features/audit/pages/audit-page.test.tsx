import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { chooseLanguage } from "../../../i18n/i18n";
import { anAccount, fakeAccounts } from "../../../testing/fake-accounts";
import { BEN, fakeAudit, someEntries } from "../../../testing/fake-audit";
import { aUser } from "../../../testing/factories";
import { describeList } from "../../../testing/describe-list";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, file, handlerOf, nobody, refusal, server, success } from "../../../testing/server";
import { dayBefore } from "../queries";
import { routes } from "../routes";

const PAGE = "/auth-management/audit-log";
const LIST = "/api/security/admin/audit/list";
const EXPORT = "/api/security/admin/audit/export";
const VIEW = "account_maintain.AccountManagement.AuditLog.view";
const ACCOUNTS_VIEW = "account_maintain.AccountManagement.AccountList.view";
const MAY_EXPORT = "account_maintain.AccountManagement.AuditLog.export";

let fake: ReturnType<typeof fakeAudit>;

beforeEach(() => {
  fake = fakeAudit(someEntries());
  signedIn(VIEW, MAY_EXPORT);
  server.use(...fake.mocks.map(handlerOf));
});

function signedIn(...accessList: string[]) {
  server.use(answers("post", "/api/security/user/info", () => success(aUser({ accessList }))));
}

const CHANGED = "Ben Admin changed Dan Member: Nickname, Status and Password";

async function log(search = "") {
  const view = renderPortal(PAGE + search, routes);
  await screen.findAllByRole("link", { name: /^Details: / });
  return view;
}

const rows = () => screen.getAllByRole("row").slice(1);
const query = () => fake.asked.at(-1)?.query;

const LI = "李明 – Regional Client Service Director North";

/** A page of ours: usability, "Admin". */
describeList({
  routes,
  list: LIST,
  // The changes, which are shown first.
  mocks: () => fakeAudit(someEntries(0).slice(0, 4)).mocks,
  cells: {
    "en-us": [
      ["20 Nov 2026, 09:30:00", CHANGED, "192.0.2.7", "Details"],
      ["20 Nov 2026, 09:27:00", `The command line added ${LI}`, "–", "Details"],
      [
        "20 Nov 2026, 09:26:00",
        "Ben Admin added Dan Member to Brand team until 28 Dec 2026",
        "192.0.2.7",
        "Details",
      ],
      [
        "20 Nov 2026, 09:26:00",
        "Ben Admin refused Dan Member for Brand teamAsk the Media team instead",
        "192.0.2.7",
        "Details",
      ],
    ],
    "zh-cn": [
      ["2026年11月20日 09:30:00", "Ben Admin 修改了 Dan Member：昵称、状态、密码", "192.0.2.7", "详情"],
      ["2026年11月20日 09:27:00", `命令行添加了账号${LI}`, "–", "详情"],
      [
        "2026年11月20日 09:26:00",
        "Ben Admin 将 Dan Member 加入 Brand team，至 2026年12月28日",
        "192.0.2.7",
        "详情",
      ],
      [
        "2026年11月20日 09:26:00",
        "Ben Admin 拒绝了 Dan Member 对 Brand team 的申请Ask the Media team instead",
        "192.0.2.7",
        "详情",
      ],
    ],
  },
  narrowed: {
    address:
      "sort=time&from=2026-11-19&until=2026-11-20&kind=key.created&actorId=u-ben&applicationId=demo-app&about=group:g-9",
    asks: {
      sort: "time",
      from: String(Date.UTC(2026, 10, 19)),
      until: String(Date.UTC(2026, 10, 21)),
      kind: "key.created",
      actorId: "u-ben",
      applicationId: "demo-app",
      objectKind: "group",
      objectId: "g-9",
    },
    chips: [
      "From: 19 Nov 2026",
      "To: 20 Nov 2026",
      "Actor (account ID): u-ben",
      "Connected application: Demo App",
      "Target: g-9",
    ],
  },
});

describe("the audit log", () => {
  it("reads its filters from the address: whole days of the reader's zone, and the filters of links", async () => {
    renderPortal(
      `${PAGE}?from=2026-11-19&until=2026-11-20&segment=sign_ins&applicationId=demo-app&actorId=u-dan&sort=time&page=2`,
      routes,
    );
    await screen.findByRole("button", { name: "Remove the filter Actor (account ID): Dan Member" });
    await screen.findByRole("button", { name: "Remove the filter Connected application: Demo App" });
    expect(query()).toEqual({
      from: String(Date.UTC(2026, 10, 19)),
      until: String(Date.UTC(2026, 10, 21)),
      segment: "sign_ins",
      applicationId: "demo-app",
      actorId: "u-dan",
      sort: "time",
      pageNum: "2",
      pageSize: "20",
    });
  });

  it("has the days of another zone, if a link asks for them", async () => {
    // The clocks of New York change on 1 November 2026.
    const { user } = renderPortal(`${PAGE}?from=2026-11-01&until=2026-11-01&zone=America/New_York`, routes);
    const chip = { name: "Remove the filter Days of the time zone: America/New_York" };
    const remove = await screen.findByRole("button", chip);
    const day = { from: String(Date.UTC(2026, 10, 1, 4)), until: String(Date.UTC(2026, 10, 2, 5)) };
    await waitFor(() => expect(query()).toMatchObject(day));
    expect(query()).not.toHaveProperty("zone");
    await user.click(remove);
    await waitFor(() => expect(query()).toMatchObject({ from: String(Date.UTC(2026, 10, 1)) }));
  });

  it("has changes, sign-ins and tokens apart, each at an address", async () => {
    const { user, router } = await log("?kind=account.changed&from=2026-11-01");
    const parts = within(screen.getByRole("group", { name: "Part of the log" }));
    // A kind is looked for in all parts.
    expect(query()).not.toHaveProperty("segment");
    expect(parts.getByRole("link", { current: "page" }).textContent).toBe("All");
    await user.click(parts.getByRole("link", { name: "Sign-ins" }));
    await waitFor(() => expect(router.state.location.search).toBe("?from=2026-11-01&segment=sign_ins"));
    await screen.findByRole("link", { name: "Details: A sign-in of Dan Member was refused" });
    expect(query()).toMatchObject({ segment: "sign_ins" });
    await user.click(parts.getByRole("link", { name: "All" }));
    await waitFor(() => expect(query()).not.toHaveProperty("segment"));
    await user.click(parts.getByRole("link", { name: "Changes" }));
    await waitFor(() => expect(query()).toMatchObject({ segment: "changes" }));
    await expectAccessible();
  });

  it("shows a day or a week by one click", async () => {
    const { user, router } = await log();
    await user.click(screen.getByRole("button", { name: "Yesterday" }));
    const day = dayBefore(1);
    await waitFor(() => expect(router.state.location.search).toBe(`?from=${day}&until=${day}`));
    const week = screen.getByRole("button", { name: "Last 7 days" });
    expect(week.getAttribute("aria-pressed")).toBe("false");
    const yesterday = await screen.findByRole("button", { name: "Yesterday", pressed: true });
    await user.click(yesterday);
    await waitFor(() => expect(yesterday.getAttribute("aria-pressed")).toBe("false"));
    await user.click(yesterday);
    await screen.findByRole("button", { name: "Yesterday", pressed: true });
    await user.click(week);
    await waitFor(() =>
      expect(router.state.location.search).toBe(`?from=${dayBefore(6)}&until=${dayBefore(0)}`),
    );
    await screen.findByRole("button", { name: "Last 7 days", pressed: true });
  });

  it("leads from names to the lists that the reader may open", async () => {
    signedIn(VIEW, "operation_access.UserGroupManagement.GroupList.view");
    await log();
    const row = screen.getByRole("row", { name: /added Dan Member to Brand team/ });
    const links = within(row)
      .getAllByRole("link")
      .filter(({ textContent }) => textContent !== "Details");
    // The group has another name now.
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Brand team", "/operation-access/group-list?group=brand-team"],
    ]);
  });

  it("filters by a kind of event and by an application, and keeps both in the address", async () => {
    const { user, router } = await log();
    // On a phone, which is what jsdom has, all but the text folds away.
    await user.click(screen.getByRole("button", { name: "Filters" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Event" }), "Sign-in refused");
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(router.state.location.search).toBe("?kind=sign_in.refused");
    await user.selectOptions(screen.getByRole("combobox", { name: "Event" }), "Event");
    await waitFor(() => expect(router.state.location.search).toBe(""));
    await user.click(await screen.findByRole("combobox", { name: "Connected application" }));
    await user.paste("Demo");
    await user.click(await screen.findByRole("option", { name: /Demo App/ }));
    await waitFor(() => expect(query()).toMatchObject({ applicationId: "demo-app" }));
    await waitFor(() => expect(router.state.location.search).toBe("?applicationId=demo-app"));
  });

  it("filters by what an entry is about, found by name", async () => {
    server.use(
      answers("get", "/api/security/common/option/group-list", () =>
        success([{ groupId: "brand-team", groupName: "Brand and more" }]),
      ),
      answers("get", "/api/security/admin/app/option-list", () => success([])),
    );
    const { user, router } = await log();
    await user.click(screen.getByRole("button", { name: "Filters" }));
    await user.click(await screen.findByRole("combobox", { name: "Target" }));
    await user.paste("Brand");
    await user.click(await screen.findByRole("option", { name: /Brand and more.*Group/ }));
    await waitFor(() =>
      expect(new URLSearchParams(router.state.location.search).get("about")).toBe("group:brand-team"),
    );
    await screen.findByRole("button", { name: "Remove the filter Target: Brand team" });
    expect(rows()).toHaveLength(1);
  });

  it("shows a whole entry, with its changes, its ids and links", async () => {
    const { user, router } = await log();
    const opener = screen.getByRole("link", { name: `Details: ${CHANGED}` });
    opener.focus();
    await user.keyboard("{Enter}");
    const drawer = within(await screen.findByRole("dialog", { name: CHANGED }));
    for (const text of [
      "(BenAdmin)",
      "POST /api/security/admin/user/update",
      "01JD-AUDIT-1",
      "u-dan",
      "Before: enabledAfter: disabled",
    ]) {
      expect(drawer.getAllByRole("definition").some(({ textContent }) => textContent.includes(text))).toBe(
        true,
      );
    }
    await expectAccessible();
    await user.click(drawer.getByRole("button", { name: "Only by Ben Admin" }));
    await waitFor(() => expect(router.state.location.search).toBe(`?segment=all&actorId=${BEN.id}`));
    await user.click(
      await screen.findByRole("button", { name: "Remove the filter Actor (account ID): Ben Admin" }),
    );
    await waitFor(() => expect(router.state.location.search).toBe("?segment=all"));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("searchbox", { name: "Actor (account ID)" })),
    );
  });

  it("says in words how a person signed in", async () => {
    const { user } = await log("?segment=sign_ins");
    const name = "Dan Member signed in to Demo App";
    await user.click(screen.getAllByRole("link", { name: `Details: ${name}` })[0]!);
    const drawer = within(await screen.findByRole("dialog", { name }));
    const facts = drawer.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(facts.filter((fact) => fact === "password")).toHaveLength(2);
    expect(facts.join()).not.toContain("urn:");
  });

  it("clears all filters at once, including filters from an entry's details", async () => {
    const { user, router } = renderPortal(
      `${PAGE}?kind=account.changed&actorId=u-ben&about=account:u-dan&address=192.0.2.7&sort=time`,
      routes,
    );
    for (const name of [
      "Event: Account changed",
      "Actor (account ID): Ben Admin",
      "Target: Dan Member",
      "IP address: 192.0.2.7",
    ])
      await screen.findByRole("button", { name: `Remove the filter ${name}` });
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Remove the filter Target: Dan Member" }));
    await waitFor(() =>
      expect(router.state.location.search).toBe(
        "?kind=account.changed&actorId=u-ben&address=192.0.2.7&sort=time",
      ),
    );
    await user.click(screen.getByRole("button", { name: "Clear all filters" }));
    await waitFor(() => expect(router.state.location.search).toBe("?sort=time"));
    await waitFor(() => expect(screen.queryAllByRole("button", { name: /^Remove the filter/ })).toEqual([]));
  });

  it("finds an actor by name, for readers who may list accounts", async () => {
    signedIn(VIEW, ACCOUNTS_VIEW);
    server.use(
      ...fakeAccounts([
        anAccount({ userId: "u-ben", username: "BenAdmin", fullName: "Ben Admin" }),
      ]).mocks.map(handlerOf),
    );
    const { user, router } = await log("?actorId=u-ben");
    await screen.findByRole("button", { name: "Remove the filter Actor: Ben Admin" });
    await user.click(screen.getByRole("button", { name: "Clear all filters" }));
    await user.click(screen.getByRole("button", { name: "Filters" }));
    const who = await screen.findByRole("combobox", { name: "Actor" });
    await user.click(who);
    await user.paste("ben");
    await user.click(await screen.findByRole("option", { name: /Ben Admin/ }));
    await waitFor(() => expect(router.state.location.search).toBe("?actorId=u-ben"));
    await user.click(await screen.findByRole("button", { name: "Clear Actor" }));
    await user.click(who);
    await user.paste("comm");
    await user.click(await screen.findByRole("option", { name: "Command line" }));
    await waitFor(() => expect(query()).toMatchObject({ actorId: "cli" }));
    // An id that no account has stays an id.
    await router.navigate(`${PAGE}?actorId=gone`);
    await screen.findByRole("button", { name: "Remove the filter Actor: gone" });
  });

  it("says in words why a sign-in was refused", async () => {
    const { user } = await log("?segment=sign_ins");
    const name = "A sign-in of Dan Member was refused";
    await user.click(screen.getByRole("link", { name: `Details: ${name}` }));
    const drawer = within(await screen.findByRole("dialog", { name }));
    expect(drawer.getByText("Reason").nextSibling?.textContent).toBe("wrong password");
    await chooseLanguage("zh-cn");
    await drawer.findByText("密码错误");
  });

  it("leads from an entry to the history of its object", async () => {
    const { user } = await log();
    await user.click(screen.getByRole("link", { name: `Details: ${CHANGED}` }));
    await user.click(await screen.findByRole("button", { name: "History of Dan Member" }));
    const history = await screen.findByRole("dialog", { name: "History of Dan Member" });
    await within(history).findAllByRole("listitem");
    expect(query()).toMatchObject({ objectKind: "account", objectId: "u-dan" });
  });
});

describe("the file of the audit log", () => {
  const kept: { name: string; file: Blob }[] = [];

  beforeEach(() => {
    kept.length = 0;
    // jsdom has no addresses for blobs and follows no link.
    const files = new Map<string, Blob>();
    URL.createObjectURL = (blob) => {
      files.set(`blob:${files.size}`, blob as Blob);
      return `blob:${files.size - 1}`;
    };
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      kept.push({ name: this.download, file: files.get(this.href)! });
    });
  });

  async function asked(search = "") {
    const view = await log(search);
    await view.user.click(screen.getByRole("button", { name: "Download CSV" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Download the audit log" }));
    return { ...view, dialog };
  }

  it("contains the entries that match the filters, and is downloaded", async () => {
    const { user, dialog } = await asked("?kind=account.changed");
    dialog.getByText(/entries that match the filters/);
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: "Download" }));
    await screen.findByText("The audit log is downloaded.");
    expect(query()).toEqual({ kind: "account.changed" });
    expect(kept.map(({ name }) => name)).toEqual(["audit-log.csv"]);
    expect(await textOf(kept[0]!.file)).toBe(
      "time,kind\r\n2026-11-20T09:30:00.000Z,account.changed\r\n2026-11-20T09:27:00.000Z,account.changed",
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it.each([
    ["is refused", () => refusal(100013, "You may not download the log."), "You may not download the log."],
    ["breaks off", () => file("text/csv", "time,kind", { broken: true }), /can’t be reached/],
    ["is not there", () => nobody, /can’t be reached/],
  ])("%s: says so, keeps no partial file, and can be tried again", async (_what, reply, words) => {
    server.use(answers("get", EXPORT, reply));
    const { user, dialog } = await asked();
    await user.click(dialog.getByRole("button", { name: "Download" }));
    expect((await dialog.findByRole("alert")).textContent).toMatch(words);
    expect(kept).toEqual([]);
    server.use(...fake.mocks.map(handlerOf));
    await user.click(dialog.getByRole("button", { name: "Try again" }));
    await screen.findByText("The audit log is downloaded.");
    expect(kept).toHaveLength(1);
  });

  it("is not offered to people who may only read", async () => {
    signedIn(VIEW);
    await log();
    expect(screen.queryByRole("button", { name: "Download CSV" })).toBeNull();
  });
});

/** jsdom's blobs have no `text`. */
function textOf(file: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(file);
  });
}
