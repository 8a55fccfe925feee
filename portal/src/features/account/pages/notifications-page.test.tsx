import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { chooseLanguage } from "../../../i18n/i18n";
import { fakeOwnAccount } from "../../../testing/fake-own-account";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, nobody, refusal, server } from "../../../testing/server";
import { routes } from "../routes";

let state: ReturnType<typeof fakeOwnAccount>["state"];

beforeEach(() => {
  const fake = fakeOwnAccount();
  state = fake.state;
  server.use(...fake.mocks.map(handlerOf));
});

const open = () => renderPortal("/account/notifications", routes);
const group = async (name: string) => within(await screen.findByRole("group", { name }));
const REQUESTS = "Requests that you decide about";

describe("the emails that a person wants", () => {
  it("are shown, with those that always come, in both languages", async () => {
    open();
    const requests = await group(REQUESTS);
    requests.getByRole("button", { name: "At once", pressed: true });
    requests.getByRole("button", { name: "Once a day", pressed: false });
    const overdue = (await group("Overdue requests")).getAllByRole("button");
    expect(overdue.map(({ textContent }) => textContent)).toEqual(["At once", "No email"]);
    await screen.findByText(/They can’t be switched off/);
    await expectAccessible();
    await chooseLanguage("zh-cn");
    await screen.findByRole("heading", { level: 1, name: "通知" });
    (await group("待您审批的申请")).getByRole("button", { name: "每天一封", pressed: false });
    await expectAccessible();
  });

  it("are stored by one press, by keyboard", async () => {
    const { user } = open();
    const daily = (await group(REQUESTS)).getByRole("button", { name: "Once a day" });
    daily.focus();
    await user.keyboard("{Enter}");
    await screen.findByText("Your choice is saved.");
    expect(state.sent).toEqual([["notifications", { requestAsked: "daily" }]]);
    (await group(REQUESTS)).getByRole("button", { name: "Once a day", pressed: true });
    await user.click((await group(REQUESTS)).getByRole("button", { name: "Once a day" }));
    expect(state.sent).toHaveLength(1);
  });

  it("stay when the server refuses", async () => {
    server.use(
      answers("post", "/api/security/account/notifications/save", () => refusal(999999, "Not now.")),
    );
    const { user } = open();
    await user.click((await group("Memberships that end")).getByRole("button", { name: "No email" }));
    await waitFor(async () =>
      (await group("Memberships that end")).getByRole("button", { name: "At once", pressed: true }),
    );
  });

  it("say what failed, and try again", async () => {
    server.use(answers("get", "/api/security/account/notifications", () => nobody));
    const { user } = open();
    await screen.findByText("The server can’t be reached. Check your connection.");
    server.use(...fakeOwnAccount().mocks.map(handlerOf));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await group(REQUESTS);
  });
});
