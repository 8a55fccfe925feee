import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answerStepUp, place, stepUpAsked } from "../../../api/step-up";
import { holdsWork } from "../../../app/holds-work";
import { chooseLanguage } from "../../../i18n/i18n";
import { aUser } from "../../../testing/factories";
import { fakeGateway, someQuotas, someVersions } from "../../../testing/fake-gateway";
import { stepUp } from "../../../testing/mocks";
import { aSession, expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

const PAGE = "/operation-access/assistant-versions";
const GATEWAY = "operation_access.SystemManagement.AssistantGateway";

let sent: unknown[];

function given(codes: string[], ...rest: Parameters<typeof fakeGateway>) {
  const fake = fakeGateway(...rest);
  sent = fake.sent;
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList: codes }))),
    ...fake.mocks.map(handlerOf),
  );
}

beforeEach(() => {
  given([`${GATEWAY}.view`, `${GATEWAY}.edit`]);
  const { holdsWork: before } = place;
  return () => {
    place.holdsWork = before;
  };
});

const button = (name: string, root: HTMLElement = document.body) =>
  within(root).getByRole("button", { name });

/** E-15, G-75, G-79. */
describe("the versions of the assistant", () => {
  it("say what each is, never its key, in both languages", async () => {
    renderPortal(PAGE, routes);
    const file = await screen.findByRole("region", { name: "GPT 3.5" });
    expect(within(file).queryByRole("button", { name: /Edit/ })).toBeNull();
    const own = screen.getByRole("region", { name: "Large" });
    expect(own.textContent).toContain("KeyStored, never shown");
    expect(own.textContent).toContain("2.5 for questions, 10 for answers, in USD");
    expect(own.textContent).toContain("20,000 words");
    await expectAccessible();
    await chooseLanguage("zh-cn");
    await screen.findByRole("button", { name: "删除：本地模型" });
  });

  it("are only read without the right to change them", async () => {
    given([`${GATEWAY}.view`]);
    renderPortal(PAGE, routes);
    await screen.findByRole("region", { name: "Large" });
    expect(screen.queryByRole("button", { name: /Add version|Test|Edit|Delete/ })).toBeNull();
  });

  it("are added with a key, and a refusal stands at its field", async () => {
    const { user } = renderPortal(PAGE, routes);
    await user.click(await screen.findByRole("button", { name: "Add version" }));
    const drawer = await screen.findByRole("dialog", { name: "Add version" });
    const type = async (label: string | RegExp, text: string) => {
      const field = within(drawer).getByLabelText(label);
      await user.clear(field);
      await user.type(field, text);
    };
    await type(/^Name/, "Small");
    await type(/^Address/, "http://ai.example/v1");
    await type(/^Key/, "sk-1");
    await type(/^Model/, "small-1");
    await user.click(button("Add version", drawer));
    await within(drawer).findByText("Enter an https address.");
    await type(/^Address/, "https://ai.example/v1");
    await user.click(button("Add version", drawer));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent[1]).toMatchObject({ value: "Small", key: "sk-1", monthlyWords: null, on: true });
  });

  it("say that another address forgets the key", async () => {
    const { user } = renderPortal(PAGE, routes);
    await user.click(await screen.findByRole("button", { name: "Edit: Large" }));
    const drawer = await screen.findByRole("dialog", { name: "Edit Large" });
    const address = within(drawer).getByLabelText(/^Address/);
    await user.clear(address);
    await user.type(address, "https://other.example/v1");
    within(drawer).getByText(/The stored key belongs to the earlier address/);
    await user.click(button("Save", drawer));
    await screen.findByText(/Its key is forgotten/);
    expect(sent).toMatchObject([{ id: 1001, version: 3, baseUrl: "https://other.example/v1" }]);
    expect(sent[0]).not.toHaveProperty("key");
  });

  it("are tested in words", async () => {
    given([`${GATEWAY}.view`, `${GATEWAY}.edit`], someVersions, someQuotas, "key");
    const { user } = renderPortal(PAGE, routes);
    await user.click(await screen.findByRole("button", { name: "Test: Large" }));
    await screen.findByText("The key is refused");
    await expectAccessible();
  });
});

/** RFC 9470, attack 17: the server wants a newer proof, and the person goes on where they were. */
describe("a session that is not fresh", () => {
  // The key is never kept for a sign-in in this tab.
  it("signs in in another tab before it saves a form, and keeps what was typed", async () => {
    const wait = { fresh: false, keys: [] as unknown[] };
    server.use(
      answers("post", "/api/security/admin/assistant/version/update", ({ body }) => {
        wait.keys.push(body.key);
        return wait.fresh ? success({ id: 1001, version: 4, keyForgotten: false }) : stepUp();
      }),
    );
    place.holdsWork = holdsWork;
    const session = aSession();
    const { user } = renderPortal(PAGE, routes, { session });
    await user.click(await screen.findByRole("button", { name: "Edit: Large" }));
    const drawer = await screen.findByRole("dialog", { name: "Edit Large" });
    await waitFor(() => expect(drawer.contains(document.activeElement)).toBe(true));
    await user.type(within(drawer).getByLabelText(/^Key/), "sk-2");
    await user.click(button("Save", drawer));
    await waitFor(() => expect(stepUpAsked()?.waits).toBe(true));
    wait.fresh = true;
    answerStepUp(true);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(wait.keys).toEqual(["sk-2", "sk-2"]);
    expect(session.begin).not.toHaveBeenCalled();
  });

  it("asks for the proof, and asks again about the version to delete", async () => {
    server.use(answers("post", "/api/security/admin/assistant/version/delete", () => stepUp()));
    const session = aSession();
    const { user, unmount } = renderPortal(PAGE, routes, { session });
    await user.click(await screen.findByRole("button", { name: "Delete: Large" }));
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    await user.click(await screen.findByRole("button", { name: "Confirm" }));
    const word = vi.mocked(session.begin).mock.lastCall?.[1]?.word;
    expect(word).toBe("version-delete:1001");
    unmount();
    place.resumed = word;
    renderPortal(PAGE, routes);
    await screen.findByRole("alertdialog", { name: /Large/ });
  });
});
