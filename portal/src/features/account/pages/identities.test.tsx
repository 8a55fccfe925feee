import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { place } from "../../../api/step-up";
import { chooseLanguage } from "../../../i18n/i18n";
import { fakeAccount } from "../../../testing/fake-account";
import { fakeIdentities } from "../../../testing/fake-identities";
import { fakePasskeys } from "../../../testing/fake-passkeys";
import { aSession, expectAccessible, renderPortal } from "../../../testing/render";
import { handlerOf, server } from "../../../testing/server";
import { browser } from "../browser";
import { routes } from "../routes";

const PAGE = "/account/security";

let state: ReturnType<typeof fakeIdentities>["state"];

function given(...identities: Parameters<typeof fakeIdentities>) {
  const fake = fakeIdentities(...identities);
  state = fake.state;
  server.use(...[...fakeAccount().mocks, ...fakePasskeys([]).mocks, ...fake.mocks].map(handlerOf));
}

const goTo = vi.fn();

beforeEach(() => {
  given();
  goTo.mockReset();
  vi.spyOn(browser, "goTo").mockImplementation(goTo);
});

const part = () => screen.findByRole("region", { name: "Corporate identities" });
const button = (name: string, root: HTMLElement = document.body) =>
  within(root).getByRole("button", { name });

/** Opens the page and presses this button. */
async function pressed(name: string) {
  const session = aSession();
  const view = renderPortal(PAGE, routes, { session });
  await view.user.click(await screen.findByRole("button", { name }));
  return { ...view, session };
}

describe("the list of corporate identities", () => {
  it("says whose each is and when it was used, in both languages", async () => {
    renderPortal(PAGE, routes);
    const rows = await within(await part()).findAllByRole("listitem");
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      "Lion Identitydan@demo.testLinked 2 Nov 2026, 09:30, last used 20 Nov 2026, 09:30Unlink",
      "Lion IdentityL0042Corporate ID, which only administrators can change" +
        "Linked 2 Nov 2026, 09:30, last used 20 Nov 2026, 09:30",
      "old-worksdan@demo.testThis provider is no longer in use, so nobody signs in with it." +
        "Linked 2 Nov 2026, 09:30, last used 20 Nov 2026, 09:30Unlink",
    ]);
    await expectAccessible();
    await chooseLanguage("zh-cn");
    const region = await screen.findByRole("region", { name: "企业身份" });
    button("关联 Lion Identity", region);
  });

  it("is missing where there is no provider", async () => {
    given([], []);
    renderPortal(PAGE, routes);
    await screen.findByRole("region", { name: "Remembered browsers" });
    await waitFor(() => expect(screen.queryByRole("region", { name: "Corporate identities" })).toBeNull());
  });

  it.each([
    ["linked", "The identity is linked to your account."],
    ["known", "This identity was linked to your account before."],
  ])("says once that the trip to the provider succeeded: %s", async (word, words) => {
    const { router } = renderPortal(`${PAGE}?identity=${word}`, routes);
    await screen.findByText(words);
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect((await part()).textContent).not.toContain(words);
  });

  it.each([
    ["taken", "This identity belongs to another account here"],
    ["late", "Linking took too long, or your session has changed."],
  ])("says how the trip failed, in a toast and until the page is left: %s", async (word, words) => {
    const { router } = renderPortal(`${PAGE}?identity=${word}`, routes);
    await waitFor(() => expect(screen.getAllByText(words, { exact: false })).toHaveLength(2));
    within(await part()).getByText(words, { exact: false });
    expect(router.state.location.search).toBe("");
    await expectAccessible();
  });
});

describe("a trip to the provider", () => {
  it("begins after a question", async () => {
    const { user } = await pressed("Link Lion Identity");
    const dialog = await screen.findByRole("alertdialog", { name: "Link Lion Identity" });
    await expectAccessible(dialog);
    await user.click(button("Go on", dialog));
    await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith("/federation/lion?link=sealed"));
    expect(state.sent).toEqual([["begin", { provider: "lion" }]]);
  });
});

describe("unlinking", () => {
  it("is done after a question", async () => {
    const { user } = await pressed("Unlink: Lion Identity (dan@demo.test)");
    const title = "Unlink Lion Identity (dan@demo.test)?";
    const question = await screen.findByRole("alertdialog", { name: title });
    await expectAccessible(question);
    await user.click(button("Unlink", question));
    await screen.findByText("Lion Identity (dan@demo.test) is unlinked.");
    expect(state.sent).toEqual([["unlink", { issuer: "https://id.demo.test", subject: "dan-7" }]]);
    await waitFor(() => expect(within(document.body).getAllByRole("listitem")).toHaveLength(4));
    const list = within(await part()).getByRole("list");
    await waitFor(() => expect(document.activeElement).toBe(list));
  });

  it("of the last way in is refused in the question", async () => {
    state.isLastWay = true;
    const { user } = await pressed("Unlink: Lion Identity (dan@demo.test)");
    await user.click(await screen.findByRole("button", { name: "Unlink" }));
    await screen.findByText("This is your last way to sign in.");
    await screen.findByRole("alertdialog");
  });
});

/** RFC 9470: the server wants a newer proof, and the person goes on where they were. */
describe("a session that is not fresh", () => {
  it.each([
    ["link-identity:lion", "Link Lion Identity", "Go on"],
    ["unlink-identity:https://id.demo.test dan-7", "Unlink: Lion Identity (dan@demo.test)", "Unlink"],
  ])("asks for the proof: %s", async (word, press, confirm) => {
    state.isFresh = false;
    const { user, session } = await pressed(press);
    await user.click(await screen.findByRole("button", { name: confirm }));
    await user.click(await screen.findByRole("button", { name: "Confirm" }));
    expect(vi.mocked(session.begin).mock.lastCall?.[1]?.word).toBe(word);
    expect(goTo).not.toHaveBeenCalled();
  });

  it.each(["link-identity:lion", "unlink-identity:https://id.demo.test dan-7"])(
    "opens the same question after the proof: %s",
    async (word) => {
      place.resumed = word;
      renderPortal(PAGE, routes);
      await screen.findByRole("alertdialog");
    },
  );
});
