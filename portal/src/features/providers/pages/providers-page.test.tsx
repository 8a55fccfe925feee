import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { place } from "../../../api/step-up";
import { chooseLanguage } from "../../../i18n/i18n";
import { aUser } from "../../../testing/factories";
import { fakeProviders } from "../../../testing/fake-providers";
import { aSession, expectAccessible, renderPortal } from "../../../testing/render";
import { success } from "../../../testing/mocks";
import { answers, handlerOf, server } from "../../../testing/server";
import { routes } from "../routes";

const PAGE = "/operation-access/provider-list";

let state: ReturnType<typeof fakeProviders>["state"];

function given(...providers: Parameters<typeof fakeProviders>) {
  const fake = fakeProviders(...providers);
  state = fake.state;
  const info = () => success(aUser({ roles: ["superAdmin"] }));
  server.use(answers("post", "/api/security/user/info", info), ...fake.mocks.map(handlerOf));
}

beforeEach(() => given());

const button = (name: string, root: HTMLElement = document.body) =>
  within(root).getByRole("button", { name });

/** Opens the page and presses this button. */
async function pressed(name: string) {
  const session = aSession();
  const view = renderPortal(PAGE, routes, { session });
  await view.user.click(await screen.findByRole("button", { name }));
  return { ...view, session };
}

/** */
describe("the page of corporate providers", () => {
  it("says of each what it is and what can be done, in both languages", async () => {
    renderPortal(PAGE, routes);
    const file = await screen.findByRole("region", { name: "Lion Identity" });
    expect(file.textContent).toContain("SourceSettings file");
    expect(
      within(file)
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual(["Test", "Addresses"]);
    const own = screen.getByRole("region", { name: "Tiger Identity" });
    expect(own.textContent).toContain("StatusOn");
    expect(own.textContent).toContain("12 linked identities");
    const broken = screen.getByRole("region", { name: /Extraordinarily/ });
    expect(broken.textContent).toContain("On, but it can’t be used: enter its secret or key again");
    await expectAccessible();
    await chooseLanguage("zh-cn");
    await screen.findByRole("button", { name: "删除：集团企业身份" });
  });

  it("says what to do where there is none", async () => {
    given([]);
    renderPortal(PAGE, routes);
    await screen.findByText(/There is no corporate provider yet/);
  });
});

describe("adding and editing", () => {
  it("sends the secret with a new provider, and shows a refusal at its field", async () => {
    const { user } = await pressed("Add provider");
    const drawer = await screen.findByRole("dialog", { name: "Add provider" });
    const type = (label: string | RegExp, text: string) =>
      user.type(within(drawer).getByLabelText(label), text);
    await type(/^ID/, "lion");
    await type(/^Name/, "Bear");
    await type(/^Issuer/, "https://bear.demo.test");
    await type(/^Client ID/, "atrium");
    await user.click(button("Add provider", drawer));
    await within(drawer).findByText("Enter the client secret.");
    await type(/^Client secret/, "hush");
    await expectAccessible(drawer);
    await user.click(button("Add provider", drawer));
    await within(drawer).findByText("Another provider has this ID.");
    await user.clear(within(drawer).getByLabelText(/^ID/));
    await type(/^ID/, "bear");
    await user.click(button("Add provider", drawer));
    await screen.findByText("Bear is added. Test it, then switch it on.");
    expect(state.sent).toMatchObject([
      ["add", { id: "bear", secret: "hush", scopes: ["profile", "email"], link: "verified" }],
    ]);
  });

  it("keeps the stored secret, unless the issuer changes", async () => {
    const { user } = await pressed("Edit: Tiger Identity");
    const drawer = await screen.findByRole("dialog", { name: "Edit Tiger Identity" });
    const issuer = within(drawer).getByLabelText(/^Issuer/);
    await user.type(issuer, "/x");
    await within(drawer).findByText(
      "With another issuer 12 identities are unlinked, and their sessions end.",
    );
    await user.click(button("Save", drawer));
    await within(drawer).findByText("Enter the client secret.");
    await user.type(issuer, "{Backspace}{Backspace}");
    await user.type(within(drawer).getByLabelText(/^Name/), " 2");
    await user.click(button("Save", drawer));
    await screen.findByText("Tiger Identity 2 is saved.");
    expect(state.sent[0]?.[1]).not.toHaveProperty("secret");
  });
});

describe("the other buttons", () => {
  it.each([
    [
      "Switch off: Tiger Identity",
      "Switch off",
      "Tiger Identity is off.",
      ["status", { id: "tiger", enabled: false }],
    ],
    [
      "Switch on: 集团企业身份",
      "Switch on",
      "集团企业身份 is on.",
      ["status", { id: "company", enabled: true }],
    ],
    ["Delete: Tiger Identity", "Delete", "Tiger Identity is deleted.", ["delete", { id: "tiger" }]],
  ])("%s, after a question", async (press, confirm, done, sent) => {
    const { user } = await pressed(press);
    const question = await screen.findByRole("alertdialog");
    await expectAccessible(question);
    await user.click(button(confirm, question));
    await screen.findByText(done);
    expect(state.sent).toEqual([sent]);
  });

  it("name how many identities end with a provider", async () => {
    await pressed("Delete: Tiger Identity");
    const question = await screen.findByRole("alertdialog");
    expect(question.textContent).toContain("12 identities are unlinked, their owners get an email");
  });

  it("test a provider, and say what each check has found", async () => {
    await pressed("Test: Lion Identity");
    const drawer = await screen.findByRole("dialog", { name: "Test of Lion Identity" });
    await within(drawer).findByText("Nobody can sign in with this provider as it is.");
    const rows = within(drawer).getAllByRole("listitem");
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      "Discovery documentGood",
      "IssuerFaultThe document names another issuer. Write it here exactly as shown.https://other.demo.test",
      "PKCENoteThe provider doesn’t say that it checks it (S256). Atrium sends it anyway.",
    ]);
    await expectAccessible(drawer);
  });

  it("show the addresses to register", async () => {
    await pressed("Addresses: Tiger Identity");
    await screen.findByText("https://sso.demo.test/federation/tiger/callback");
    await screen.findByText("https://sso.demo.test/federation/tiger/backchannel-logout");
  });
});

/** RFC 9470: the server wants a newer proof, and the person goes on where they were. */
describe("a session that is not fresh", () => {
  it.each([
    ["provider-switch:tiger", "Switch off: Tiger Identity", "Switch off"],
    ["provider-delete:tiger", "Delete: Tiger Identity", "Delete"],
    ["provider-test:tiger", "Test: Tiger Identity", undefined],
  ])("asks for the proof, and opens the same again: %s", async (word, press, confirm) => {
    state.isFresh = false;
    const { user, session, unmount } = await pressed(press);
    if (confirm) await user.click(await screen.findByRole("button", { name: confirm }));
    await user.click(await screen.findByRole("button", { name: "Confirm" }));
    expect(vi.mocked(session.begin).mock.lastCall?.[1]?.word).toBe(word);
    unmount();
    state.isFresh = true;
    place.resumed = word;
    renderPortal(PAGE, routes);
    await waitFor(() => expect(screen.queryByRole(confirm ? "alertdialog" : "dialog")).not.toBeNull());
  });

  it("keeps what was typed, but for the secret", async () => {
    state.isFresh = false;
    const { user, session, unmount } = await pressed("Edit: Tiger Identity");
    const drawer = await screen.findByRole("dialog");
    await user.type(within(drawer).getByLabelText(/^Name/), " 2");
    await user.type(within(drawer).getByLabelText(/^Client secret/), "hush");
    await user.click(button("Save", drawer));
    await user.click(await screen.findByRole("button", { name: "Confirm" }));
    const word = vi.mocked(session.begin).mock.lastCall?.[1]?.word;
    expect(word).not.toContain("hush");
    unmount();
    place.resumed = word;
    renderPortal(PAGE, routes);
    await screen.findByDisplayValue("Tiger Identity 2");
  });
});
