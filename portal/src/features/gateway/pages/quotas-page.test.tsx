import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aUser } from "../../../testing/factories";
import { fakeGateway } from "../../../testing/fake-gateway";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

const SYSTEM = "operation_access.SystemManagement";

let sent: unknown[];

beforeEach(() => {
  const fake = fakeGateway();
  sent = fake.sent;
  const codes = [
    `${SYSTEM}.AssistantGateway.view`,
    `${SYSTEM}.AssistantGateway.edit`,
    `${SYSTEM}.AssistantUsage.view`,
  ] as const;
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList: [...codes] }))),
    ...fake.mocks.map(handlerOf),
  );
});

/** G-78, E-14. */
describe("the quotas of the assistant", () => {
  it("are four things: none, a number, no limit, and that of the settings", async () => {
    renderPortal("/operation-access/assistant-quotas", routes);
    const table = await screen.findByRole("table");
    await within(table).findByRole("link", { name: "Chloe Manager" });
    const cells = within(table)
      .getAllByRole("row")
      .slice(1)
      .map(({ textContent }) => textContent);
    expect(cells[0]).toContain("50,000 words");
    expect(cells[1]).toContain("Unlimited");
    expect(cells[2]).toContain("A group that you may not see");
    expect(cells[2]).toContain("0 words");
    await screen.findByText(/Others may use 100,000 words a month/);
    await expectAccessible();
  });

  it("say what counts at present, and are set", async () => {
    const { user } = renderPortal("/operation-access/assistant-quotas", routes);
    await user.click(await screen.findByRole("link", { name: "Chloe Manager" }));
    const drawer = await screen.findByRole("dialog", { name: "Quota of Chloe Manager" });
    await within(drawer).findByText(/At present: 100,000 words a month, from the group Brand team/);
    await user.click(within(drawer).getByRole("radio", { name: /^None/ }));
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toEqual([{ kind: 0, subjectId: "u-2", words: 0 }]);
  });

  it("name whom they were used by, and never what was said", async () => {
    const { user } = renderPortal("/operation-access/assistant-use", routes);
    const table = await screen.findByRole("table");
    await within(table).findByText("Erased account");
    expect((await within(table).findAllByText("0.03 USD")).length).toBe(2);
    const sums = await screen.findByRole("region", { name: "November 2026" });
    expect(sums.textContent).toContain("Northlight3,400 words, 0.03 USD");
    expect(sums.textContent).toContain("No agency");
    await expectAccessible();
    await user.click(screen.getByRole("link", { name: "Assistant quotas" }));
    await screen.findByRole("heading", { name: /Assistant quotas/ });
  });

  it("have sums above them only if these are of the same days", async () => {
    const page = "/operation-access/assistant-use?fromDay=2026-10-25&untilDay=2026-11-21";
    const { unmount } = renderPortal(page, routes);
    await screen.findByText("Erased account");
    expect(screen.queryByRole("region", { name: "November 2026" })).toBeNull();
    unmount();
    renderPortal(`${page}&month=2026-11`, routes);
    await screen.findByRole("region", { name: "November 2026" });
  });
});
