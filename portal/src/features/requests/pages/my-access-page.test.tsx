import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { components } from "../../../api/schema";
import { chooseLanguage } from "../../../i18n/i18n";
import { mock } from "../../../testing/mocks";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

const ACCESS = "/api/security/admin/user-group/access-info";
type GroupAccess = components["schemas"]["GroupAccess"];

const right = (accessId: string, accessName: string) => ({
  accessId,
  accessName,
  accessCode: `planner.${accessId}`,
  state: "published" as const,
});
const NORTH: GroupAccess = {
  groupId: "g-1",
  groupName: "Media North",
  products: [
    { appId: 7, name: "媒体排期", accesses: [right("x-1", "See plans"), right("x-2", "Share plans")] },
    { appId: 8, name: "Time Sheet", accesses: [] },
  ],
};
const EMPTY: GroupAccess = { groupId: "g-2", groupName: "Finance", products: [] };

const page = (...groups: GroupAccess[]) => {
  server.use(handlerOf(mock("get", ACCESS, () => success(groups))));
  return renderPortal("/my-access", routes);
};
const open = (name: string) => screen.getByText(name).closest("details")?.open;

/** D-10, C-077: a tree of group, product and access right. */
describe("the group information", () => {
  it("opens level by level", async () => {
    const user = userEvent.setup();
    const { container } = page(NORTH, EMPTY);
    expect(await screen.findByRole("heading", { level: 1, name: "Group information" })).toBeTruthy();
    await screen.findByText("Media North");
    expect([open("Media North"), open("媒体排期"), open("Finance")]).toEqual([false, false, false]);
    await user.click(screen.getByText("Media North"));
    await user.click(screen.getByText("媒体排期"));
    expect([open("Media North"), open("媒体排期"), open("Finance")]).toEqual([true, true, false]);
    const rights = within(screen.getByRole("list")).getAllByRole("listitem");
    expect(rights.map(({ textContent }) => textContent)).toEqual(["See plans", "Share plans"]);
    expect(screen.getByText("Time Sheet")).toBeTruthy();
    expect(screen.getByText("This group doesn’t include any application.")).toBeTruthy();
    await expectAccessible(container);
  });

  it("of a person with one group is open, also in Chinese", async () => {
    await chooseLanguage("zh-cn");
    page(NORTH);
    await screen.findByRole("heading", { level: 1, name: "用户组信息" });
    await screen.findByText("Media North");
    expect(open("Media North")).toBe(true);
    expect(screen.getByText("Time Sheet")).toBeTruthy();
  });

  it("of a person without a group leads to the groups", async () => {
    page();
    expect(await screen.findByText("No data")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Find a group" }).getAttribute("href")).toBe("/my-groups");
  });

  it("can be requested again after a failure", async () => {
    const user = userEvent.setup();
    server.use(answers("get", ACCESS, () => refusal(100_013, "No access.")));
    renderPortal("/my-access", routes);
    const again = await screen.findByRole("button", { name: "Try again" });
    server.use(handlerOf(mock("get", ACCESS, () => success([NORTH]))));
    await user.click(again);
    expect(await screen.findByText("Media North")).toBeTruthy();
  });
});
