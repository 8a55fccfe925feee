import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { isKept } from "../../../kit/picture-address";
import { aUser } from "../../../testing/factories";
import { fakeAccount } from "../../../testing/fake-account";
import { fakeBelonging } from "../../../testing/fake-belonging";
import { fakeIdentities } from "../../../testing/fake-identities";
import { fakeOwnAccount, someProfile } from "../../../testing/fake-own-account";
import { fakePasskeys, somePasskeys } from "../../../testing/fake-passkeys";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

let state: ReturnType<typeof fakeOwnAccount>["state"];

function given(user: Parameters<typeof aUser>[0] = {}) {
  const fake = fakeOwnAccount();
  state = fake.state;
  const fakes = [fake, fakeAccount(), fakePasskeys(somePasskeys), fakeIdentities([], []), fakeBelonging()];
  server.use(...fakes.flatMap(({ mocks }) => mocks.map(handlerOf)));
  const picture = () => (isKept(state.profile.picture) ? state.profile.picture : "");
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ ...user, picture: picture() }))),
  );
}

beforeEach(() => {
  // The four hundred of the browser take the check of accessibility half a minute.
  vi.spyOn(Intl, "supportedValuesOf").mockReturnValue(["Asia/Shanghai", "Europe/Paris"]);
  given();
});

const open = () => renderPortal("/account/profile", routes);
/** What stands beside the label. */
async function row(label: string) {
  return (await screen.findByText(label, { selector: "dt" })).nextElementSibling?.textContent;
}
const edit = "Edit what applications may show";

describe("what applications may show about a person", () => {
  it("is shown beside what only administrators change", async () => {
    open();
    expect(await row("Nickname")).toBe("Danny");
    expect(await row("Page about you")).toBe("–");
    expect(await row("Phone number")).toBe("+8613812345678Confirmed. Only an administrator can change it.");
    expect(await row("Last day of the account")).toBe("31 Mar 2027Only an administrator can change it.");
    await expectAccessible();
  });

  it("leaves the last day out where there is none", async () => {
    state.profile = someProfile({ lastDay: "", phoneNumber: "", phoneNumberVerified: false });
    open();
    expect(await row("Phone number")).toBe("–Only an administrator can change it.");
    expect(screen.queryByText("Last day of the account")).toBeNull();
  });

  it("is changed by its person, by keyboard", async () => {
    const { user } = open();
    const opener = await screen.findByRole("button", { name: edit });
    opener.focus();
    await user.keyboard("{Enter}");
    const dialog = within(await screen.findByRole("dialog", { name: edit }));
    const nickname = await dialog.findByLabelText(/^Nickname/);
    await waitFor(() => expect((nickname as HTMLInputElement).value).toBe("Danny"));
    await user.clear(nickname);
    await user.type(nickname, "Dan");
    await user.selectOptions(dialog.getByLabelText(/^Time zone/), "Asia/Shanghai");
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await screen.findByText("Your profile is saved.");
    expect(state.sent).toEqual([
      [
        "profile",
        {
          version: 3,
          nickname: "Dan",
          picture: someProfile().picture,
          website: "https://dan.example",
          profile: "",
          zoneinfo: "Asia/Shanghai",
        },
      ],
    ]);
    expect(await row("Nickname")).toBe("Dan");
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it("shows at the field what the server refuses", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: edit }));
    const dialog = within(await screen.findByRole("dialog"));
    const picture = await dialog.findByLabelText(/^Picture/);
    await user.clear(picture);
    await user.type(picture, "http://dan.example/me.png");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await dialog.findByText("Only https addresses are allowed.");
    expect(state.sent).toEqual([]);
  });

  it("does not replace what was saved in another window", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: edit }));
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByLabelText(/^Nickname/);
    state.profile = someProfile({ version: 4, nickname: "From the other window" });
    await user.type(dialog.getByLabelText(/^Nickname/), "!");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await dialog.findByText("Somebody has changed it meanwhile.");
    expect(state.sent).toEqual([]);
  });

  /** F-66: in the header and the profile. */
  it("has a picture that its person uploads and removes", async () => {
    const { user } = open();
    const pictures = () => document.querySelectorAll('img[src*="/files/p/small/"]').length;
    await screen.findByRole("heading", { name: "Your picture" });
    expect(pictures()).toBe(0);
    const input = screen.getByLabelText("Picture", { selector: "input" });
    fireEvent.input(input, { target: { files: [new File(["png"], "me.png", { type: "image/png" })] } });
    await waitFor(() => expect(pictures()).toBe(2));
    expect(screen.queryByText("Picture", { selector: "dt" })).toBeNull();
    await screen.findByLabelText("New picture", { selector: "input" });
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Remove your picture" }));
    await screen.findByText("Your picture is removed.");
    await waitFor(() => expect(pictures()).toBe(0));
    expect(state.sent).toEqual([["profile", { picture: "" }]]);
  });

  it("has Chinese words", async () => {
    given({ lang: "zh-cn" });
    const { user } = open();
    expect(await row("昵称")).toBe("Danny");
    await user.click(await screen.findByRole("button", { name: "编辑应用可显示的信息" }));
    await screen.findByRole("dialog", { name: "编辑应用可显示的信息" });
    await expectAccessible();
  });
});
