import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aUser } from "../../../testing/factories";
import { fakeMails } from "../../../testing/fake-jobs";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

const PATH = "/operation-access/mail-list";
const VIEW = "operation_access.SystemManagement.JobList.view";

let fake: ReturnType<typeof fakeMails>;

function reader(given: Parameters<typeof aUser>[0]) {
  server.use(answers("post", "/api/security/user/info", () => success(aUser(given))));
}

beforeEach(() => {
  fake = fakeMails();
  reader({ accessList: [VIEW] });
  server.use(...fake.mocks.map(handlerOf));
});

describe("the emails", () => {
  it("say when each is sent, and are read with sample values", async () => {
    const { user } = renderPortal(PATH, routes);
    await user.click(await screen.findByRole("link", { name: "Welcome email" }));
    const first = screen.getByRole("link", { name: "Password changed", hidden: true });
    expect(first.closest("li")?.textContent).toBe(
      "Password changedYour Atrium password was changedWhen the password of an account changes.",
    );
    const drawer = await screen.findByRole("dialog", { name: "Welcome email" });
    within(drawer).getByText(/#token=SAMPLE-this-link-does-not-work$/);
    await expectAccessible();
  });

  it("show a newer one by its name", async () => {
    renderPortal(PATH, routes);
    await screen.findByRole("link", { name: "newer_letter" });
  });

  it("are sent to the reader", async () => {
    const { user } = renderPortal(PATH, routes);
    await user.click(await screen.findByRole("link", { name: "Password changed" }));
    await user.click(await screen.findByRole("button", { name: "Send me this one" }));
    await screen.findByText("A sample is on its way to ada@demo.test.");
    expect(fake.sent).toEqual(["password_changed"]);
  });

  it("say that they did not load", async () => {
    server.use(answers("get", "/api/security/admin/mail/list", () => refusal(999999, "Not now.")));
    renderPortal(PATH, routes);
    await screen.findByText("Not now.");
    screen.getByRole("button", { name: "Try again" });
  });

  it("are read in Chinese", async () => {
    reader({ accessList: [VIEW], lang: "zh-cn" });
    const { user } = renderPortal(PATH, routes);
    await screen.findByRole("heading", { name: /^邮件一览/ });
    await user.click(await screen.findByRole("link", { name: "密码已修改" }));
    const drawer = await screen.findByRole("dialog", { name: "密码已修改" });
    await user.click(within(drawer).getByRole("button", { name: "发送给我" }));
    await screen.findByText("示例邮件正在发送到 ada@demo.test。");
    await expectAccessible();
  });
});
