import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answerStepUp, place, stepUpAsked } from "../../../api/step-up";
import { aUser } from "../../../testing/factories";
import { fakeAccount } from "../../../testing/fake-account";
import { fakeBelonging } from "../../../testing/fake-belonging";
import { fakeIdentities } from "../../../testing/fake-identities";
import { fakeOwnAccount } from "../../../testing/fake-own-account";
import { fakePasskeys, somePasskeys } from "../../../testing/fake-passkeys";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

let state: ReturnType<typeof fakeAccount>["state"];

function given(user: Parameters<typeof aUser>[0] = {}) {
  const fake = fakeAccount();
  state = fake.state;
  const fakes = [fake, fakePasskeys(somePasskeys), fakeIdentities([], []), fakeOwnAccount(), fakeBelonging()];
  server.use(...fakes.flatMap(({ mocks }) => mocks.map(handlerOf)));
  server.use(answers("post", "/api/security/user/info", () => success(aUser(user))));
}

beforeEach(() => given());

const open = () => renderPortal("/account/profile", routes);
/** What stands beside the label. */
async function row(label = "Email address") {
  return (await screen.findByText(label, { selector: "dt" })).nextElementSibling?.textContent;
}

describe("one's own email address", () => {
  it("is changed once its reader confirms it, by keyboard", async () => {
    const { user } = open();
    const opener = await screen.findByRole("button", { name: "Change email address" });
    expect(await row()).toBe("dan@demo.testConfirmed");
    opener.focus();
    await user.keyboard("{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "Change email address" });
    within(dialog).getByText(/for three days/);
    await expectAccessible(dialog);
    await user.click(within(dialog).getByRole("button", { name: "Send email" }));
    expect(state.sent).toEqual([]);
    await user.type(within(dialog).getByLabelText(/^New email address/), " dan.m@demo.test{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(state.sent).toEqual([["email", { email: "dan.m@demo.test" }]]);
    expect(await row()).toMatch(/^dan@demo\.testWe wrote to dan\.m@demo\.test\./);
    await waitFor(() => expect(document.activeElement).toBe(opener));
    await expectAccessible();
  });

  it("shows at the field what the server refuses", async () => {
    state.refused = "This is your email address already.";
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Change email address" }));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText(/^New email address/), "dan@demo.test{Enter}");
    await within(dialog).findByText("This is your email address already.");
    expect(await row()).toBe("dan@demo.testConfirmed");
  });

  /** RFC 9470: the typed address waits for the sign-in in another tab. */
  it("asks for a proof of the person first", async () => {
    state.isFresh = false;
    // The open form (`app/holds-work.ts`).
    vi.spyOn(place, "holdsWork").mockReturnValue(true);
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Change email address" }));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText(/^New email address/), "dan.m@demo.test{Enter}");
    await waitFor(() => expect(stepUpAsked()).toMatchObject({ waits: true }));
    expect(state.sent).toEqual([]);
    act(() => answerStepUp(false));
  });

  it("says that nobody has confirmed it yet", async () => {
    given({ emailVerified: false });
    open();
    await screen.findByText(/^Not confirmed yet\./);
  });

  it("is added in the same way", async () => {
    given({ email: "", emailVerified: false, lang: "zh-cn" });
    const { user } = open();
    expect(await row("邮箱")).toBe("–");
    await user.click(await screen.findByRole("button", { name: "添加邮箱" }));
    const dialog = await screen.findByRole("dialog", { name: "添加邮箱" });
    await user.type(within(dialog).getByLabelText(/^新邮箱/), "dan@demo.test");
    await user.click(within(dialog).getByRole("button", { name: "发送邮件" }));
    await screen.findByText(/^我们已向 dan@demo\.test 发送邮件。/);
  });
});
