import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { describeList } from "../../../testing/describe-list";
import { aUser } from "../../../testing/factories";
import { detailsOf, fakeAnnouncements, someAnnouncements } from "../../../testing/fake-announcements";
import { expectAccessible, itemsOfOpenMenu, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

const LONG =
  "Planned maintenance of the media planner and of everything that reads its calendars on Saturday night";

/** R-14, S-23, C-104. */
describeList({
  routes,
  empty: "No announcements yet. People read the newest one when they open the portal.",
  list: "/api/security/admin/announcement/list",
  file: "/api/security/admin/announcement/export",
  mocks: () => fakeAnnouncements(someAnnouncements).mocks,
  cells: {
    "en-us": [
      [
        "Tea at four",
        "20 Nov 2026, 09:00",
        "27 Nov 2026, 09:00",
        "On",
        "Everyone",
        "To be confirmed",
        "1,234",
      ],
      [LONG, "20 Nov 2026, 09:00", "–", "On", "Everyone", "Sign-in pages", "0"],
      ["年度会议安排", "1 Dec 2026, 09:00", "27 Nov 2026, 09:00", "Off", "Chosen people", "–", "7"],
    ],
    "zh-cn": [
      ["Tea at four", "2026年11月20日 09:00", "2026年11月27日 09:00", "启用", "所有人", "需确认", "1,234"],
      [LONG, "2026年11月20日 09:00", "–", "启用", "所有人", "登录页", "0"],
      ["年度会议安排", "2026年12月1日 09:00", "2026年11月27日 09:00", "停用", "指定人员", "–", "7"],
    ],
  },
  narrowed: {
    address: "sort=-title&context=zebra&status=0",
    asks: { sort: "-title", context: "zebra", status: "0" },
    chips: ["Title: zebra", "Status: Off"],
  },
});

const RIGHT = "operation_access.AnnouncementManagement.AnnouncementList";
const ALL = (["view", "add", "edit", "delete", "status", "readers", "signin"] as const).map(
  (may) => `${RIGHT}.${may}` as const,
);

async function announcements(accessList: readonly (typeof ALL)[number][] = ALL, address = "") {
  const fake = fakeAnnouncements(someAnnouncements);
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList: [...accessList] }))),
    ...fake.mocks.map(handlerOf),
  );
  const view = renderPortal(`/operation-access/announcement-list${address}`, routes);
  await screen.findByText("年度会议安排");
  const menu = async (name: string) => {
    await view.user.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
    return itemsOfOpenMenu();
  };
  const act = async (name: string, action: string) => {
    await menu(name);
    await view.user.click(await screen.findByRole("menuitem", { name: action }));
  };
  return { ...view, menu, act, sent: fake.sent };
}

/** S-23, C-105, C-108 to C-111, G-57. */
describe("an announcement", () => {
  it("has a menu of what its reader may do", async () => {
    const { menu } = await announcements([`${RIGHT}.view`, `${RIGHT}.edit`]);
    expect((await menu("年度会议安排")).map(({ textContent }) => textContent)).toEqual(["Edit"]);
    // What is out is changed by those who may also switch it, and a line of the sign-in pages by those who may write one.
    for (const name of ["Tea at four", LONG])
      expect(screen.queryByRole("button", { name: `Actions for ${name}` })).toBeNull();
  });

  it("with a line on the sign-in pages is changed by those who may write one, and switched off by others too", async () => {
    const { menu } = await announcements([`${RIGHT}.view`, `${RIGHT}.edit`, `${RIGHT}.status`]);
    expect((await menu(LONG)).map(({ textContent }) => textContent)).toEqual(["Switch off"]);
  });

  it("says that it is also for groups which its author may not see", async () => {
    const { act } = await announcements();
    server.use(
      answers("get", "/api/security/admin/announcement/details", () =>
        success(detailsOf(someAnnouncements[2]!, { hiddenGroups: 2 })),
      ),
    );
    await act("年度会议安排", "Edit");
    await screen.findByText("It is also for 2 groups that you can’t see. These groups stay.");
  });

  it("is added in both languages, with its times in the named zone", async () => {
    const { user, sent } = await announcements();
    await user.click(screen.getByRole("button", { name: "Add announcement" }));
    const drawer = await screen.findByRole("dialog", { name: "Add announcement" });
    const field = (name: string | RegExp) => within(drawer).getByRole("textbox", { name });
    await user.type(field(/^Title\b(?! in)/), "Tea");
    await user.type(field(/^Content\b(?! in)/), "We have **tea**");
    await user.type(field(/^Title in Chinese/), "茶");
    fireEvent.change(within(drawer).getByLabelText(/^Start/), { target: { value: "2026-12-01T09:30" } });
    expect(within(drawer).getAllByText(/The time is in Asia\/Shanghai/).length).toBeGreaterThan(1);
    expect((await within(drawer).findByText("tea")).tagName).toBe("STRONG");
    await expectAccessible(drawer);
    await user.click(within(drawer).getByRole("button", { name: "Add announcement" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      title: "Tea",
      titleZh: "茶",
      content: "We have **tea**",
      launchTime: "2026-12-01 09:30",
      endTime: "",
      status: 0,
      clientIds: [],
    });
  });

  it("is changed with the version that was read", async () => {
    const { user, act, sent } = await announcements();
    await act("Tea at four", "Edit");
    const drawer = await screen.findByRole("dialog", { name: "Edit “Tea at four”" });
    const content = await within(drawer).findByRole("textbox", { name: /^Content\b(?! in)/ });
    await user.clear(content);
    await user.type(content, "No tea.");
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      id: "n-1",
      version: 3,
      content: "No tea.",
      launchTime: "2026-11-20 09:00",
    });
  });

  it("is deleted after a question that names it", async () => {
    const { user, act, sent } = await announcements();
    await act("年度会议安排", "Delete");
    const question = await screen.findByRole("alertdialog", { name: "Delete “年度会议安排”?" });
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(sent).toEqual([{ id: "n-3" }]));
  });

  it("says who has read it", async () => {
    await announcements(ALL, "?announcement=n-1&view=readers");
    const drawer = await screen.findByRole("dialog", { name: "Who has read “Tea at four”" });
    expect(await within(drawer).findByText("王小明")).toBeTruthy();
    await expectAccessible(drawer);
  });
});

/** T-54, X-21. */
describe("a picture", () => {
  const NAME = `${"0a".repeat(32)}.png`;
  const UPLOAD = "*/api/security/admin/announcement/file-upload";
  const open = async () => {
    const view = await announcements();
    await view.user.click(screen.getByRole("button", { name: "Add announcement" }));
    const drawer = await screen.findByRole("dialog", { name: "Add announcement" });
    const content = within(drawer).getByRole<HTMLTextAreaElement>("textbox", { name: /^Content\b(?! in)/ });
    const paste = (file: File) =>
      fireEvent.paste(content, { clipboardData: { files: [file] as unknown as FileList } });
    return { ...view, drawer, content, paste };
  };

  it("is put into the text when it is pasted, by its path in the store", async () => {
    server.use(
      http.post(UPLOAD, () =>
        HttpResponse.json({ status: 0, msg: "", data: `https://files.test/files/p/${NAME}` }),
      ),
    );
    const { content, paste } = await open();
    paste(new File(["x"], "Plan.png", { type: "image/png" }));
    await waitFor(() => expect(content.value).toBe(`![Plan](/files/p/${NAME})`));
  });

  it("says 图片上传失败 if the server or its type refuses it", async () => {
    server.use(http.post(UPLOAD, () => HttpResponse.json({ status: 1, msg: "no" })));
    const { drawer, content, paste } = await open();
    paste(new File(["x"], "Plan.png", { type: "image/png" }));
    expect(await within(drawer).findByText(/^Picture upload failed/)).toBeTruthy();
    paste(new File(["<svg/>"], "Plan.svg", { type: "image/svg+xml" }));
    await waitFor(() => expect(within(drawer).getAllByRole("alert").length).toBeGreaterThan(0));
    expect(content.value).toBe("");
  });
});
