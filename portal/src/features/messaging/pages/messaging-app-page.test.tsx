import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client";
import { chooseLanguage } from "../../../i18n/i18n";
import { aUser } from "../../../testing/factories";
import { fakeMessaging, RIGHT_LINK } from "../../../testing/fake-messaging";
import type { Reply } from "../../../testing/mocks";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, nobody, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

const PAGE = "/account/messaging-app";
let isLinked = false;

/** A cache that tells what the portal would show. */
function quietQueries(failed: Parameters<typeof createQueryClient>[0]) {
  const queries = createQueryClient(failed);
  queries.setDefaultOptions({ queries: { retry: false } });
  return queries;
}

beforeEach(() => {
  isLinked = false;
  const mocks = fakeMessaging(() => {
    isLinked = true;
  });
  server.use(
    ...mocks.map(handlerOf),
    answers("post", "/api/security/user/info", () => success(aUser({ wechatBinded: isLinked }))),
  );
});

describe("the messaging app", () => {
  /** D-25, G-25: the code with its validity, in both languages; bound instead of the code once it is linked. */
  it("shows the QR code until the app is linked", async () => {
    const { user } = renderPortal(PAGE, routes);
    const code = await screen.findByRole("img", { name: "QR code for the messaging app" });
    expect(code.getAttribute("src")).toContain("data:image/svg+xml");
    screen.getByText("The code works until 22 Nov 2026, 09:30.");
    const link = screen.getByRole("link", { name: "Open on this device" });
    expect(link.getAttribute("href")).toBe("weixin://dl/business/?t=link1");
    await expectAccessible();
    await chooseLanguage("zh-cn");
    await screen.findByText("请用即时通讯应用扫描此二维码，并在打开的页面中确认。");
    await chooseLanguage("en-us");
    await user.click(screen.getByRole("button", { name: "I have confirmed it" }));
    await screen.findByText("The messaging app isn’t linked yet.");
    isLinked = true;
    await user.click(screen.getByRole("button", { name: "I have confirmed it" }));
    await screen.findByText("The messaging app is linked with your account.");
    expect(screen.queryByRole("img")).toBeNull();
  });

  it("says that it cannot look while the server is away, and shows that it looks", async () => {
    const failed = vi.fn<Parameters<typeof createQueryClient>[0]>();
    let answer: ((reply: Reply<never>) => void) | undefined;
    const { user } = renderPortal(PAGE, routes, { queries: quietQueries(failed) });
    const done = await screen.findByRole("button", { name: "I have confirmed it" });
    server.use(
      answers("post", "/api/security/user/info", () => new Promise((resolve) => (answer = resolve))),
    );
    await user.click(done);
    await waitFor(() =>
      expect([done.getAttribute("aria-busy"), answer]).toEqual(["true", expect.anything()]),
    );
    await user.click(done);
    answer?.(nobody);
    // The portal shows a toast for it (F-60).
    await waitFor(() =>
      expect(failed.mock.calls.filter(([, { silent }]) => !silent)).toEqual([
        [expect.objectContaining({ kind: "network" }), { silent: false, pressed: true }],
      ]),
    );
    await waitFor(() => expect(done.getAttribute("aria-busy")).toBe("false"));
    screen.getByRole("img", { name: "QR code for the messaging app" });
  });

  it("links the app after a question, and forgets the link", async () => {
    const { user, router } = renderPortal(`${PAGE}?wechatToken=${RIGHT_LINK}`, routes);
    await screen.findByText(/^Do you want to link the messaging app with the account /);
    expect(isLinked).toBe(false);
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Link the messaging app" }));
    await screen.findByText("The messaging app is linked with your account.");
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  it("says why a link does not work", async () => {
    const { user } = renderPortal(`${PAGE}?wechatToken=other`, routes);
    await user.click(await screen.findByRole("button", { name: "Link the messaging app" }));
    await screen.findByText(/This link is over/);
    expect(isLinked).toBe(false);
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Show the QR code" }));
    await screen.findByRole("img", { name: "QR code for the messaging app" });
  });

  it("says what failed, and tries again", async () => {
    server.use(
      answers("post", "/api/security/account/messaging-app/invite", () => refusal(100013, "Not here.")),
    );
    renderPortal(PAGE, routes);
    await screen.findByText(/Not here/);
    screen.getByRole("button", { name: "Try again" });
  });
});
