import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { chooseLanguage } from "../../../i18n/i18n";
import { anAbsence, fakeAbsence } from "../../../testing/fake-absence";
import { fakeOwnAccount } from "../../../testing/fake-own-account";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, nobody, refusal, server } from "../../../testing/server";
import { routes } from "../routes";

let state: ReturnType<typeof fakeAbsence>["state"];

beforeEach(() => {
  const fake = fakeAbsence();
  state = fake.state;
  server.use(...fake.mocks.map(handlerOf), ...fakeOwnAccount().mocks.map(handlerOf));
});

const open = () => renderPortal("/account/notifications", routes);
const part = async (name: string) => within(await screen.findByRole("region", { name }));

describe("who decides while a manager is away", () => {
  it("is named in a dialog, shown, and ended", async () => {
    const { user } = open();
    const own = await part("While you are away");
    await user.click(own.getByRole("button", { name: "Choose a stand-in" }));
    const dialog = within(await screen.findByRole("dialog", { name: "While you are away" }));
    await expectAccessible();
    await user.type(dialog.getByRole("combobox", { name: "Stand-in" }), "ben");
    await user.click(await screen.findByRole("option", { name: /Ben Owner/ }));
    await user.type(dialog.getByLabelText(/First day/), "2026-12-21");
    await user.type(dialog.getByLabelText(/Last day/), "2027-01-03");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await screen.findByText("Your stand-in is saved.");
    expect(state.saved).toEqual([{ userId: "ben", firstDay: "2026-12-21", lastDay: "2027-01-03" }]);
    await screen.findByText(/You are away from 21 Dec 2026 to 3 Jan 2027. Ben Owner \(BenOwner\) decides/);
    await user.click(screen.getByRole("button", { name: "Cancel the absence" }));
    await screen.findByText("Nobody decides for you any more.");
    expect(state.saved).toHaveLength(2);
    await screen.findByRole("button", { name: "Choose a stand-in" });
  });

  it("says when it has begun, in both languages", async () => {
    state.absence.own = anAbsence({ begun: true });
    open();
    await screen.findByText("Ben Owner (BenOwner) decides for you until 3 Jan 2027.");
    screen.getByRole("button", { name: "I am back" });
    (await part("You stand in for")).getByText(/Chloe Manager \(ChloeManager\)/);
    await chooseLanguage("zh-cn");
    await screen.findByText("Ben Owner（BenOwner）正在代您审批，至 2027年1月3日止。");
    await expectAccessible();
  });

  it("shows a refusal at its field", async () => {
    server.use(
      answers("post", "/api/security/account/absence/save", () =>
        refusal(100012, "Choose another person who can sign in until the last day.", { field: "userId" }),
      ),
    );
    state.absence.own = anAbsence();
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Change" }));
    const dialog = within(await screen.findByRole("dialog", { name: "While you are away" }));
    await dialog.findByDisplayValue("Ben Owner");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await dialog.findByText("Choose another person who can sign in until the last day.");
  });

  it("says what failed, and tries again", async () => {
    server.use(answers("get", "/api/security/account/absence", () => nobody));
    const { user } = open();
    const own = await part("While you are away");
    await own.findByText("The server can’t be reached. Check your connection.");
    server.use(...fakeAbsence().mocks.map(handlerOf));
    await user.click(own.getByRole("button", { name: "Try again" }));
    await screen.findByRole("button", { name: "Choose a stand-in" });
  });

  it("says that the stand-in can no longer decide", async () => {
    state.absence.own = anAbsence({ begun: true, able: false });
    open();
    await screen.findByText("This person can no longer decide for you. Choose somebody else.");
  });

  it("is nothing for people who manage nothing", async () => {
    state.absence = { ...state.absence, canBeRepresented: false };
    open();
    await part("You stand in for");
    expect(screen.queryByRole("region", { name: "While you are away" })).toBeNull();
  });
});
