import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aUser } from "../../../testing/factories";
import { aProvider, fakeProviders } from "../../../testing/fake-providers";
import { refusal, success } from "../../../testing/mocks";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server } from "../../../testing/server";
import { routes } from "../routes";

let state: ReturnType<typeof fakeProviders>["state"];

beforeEach(() => {
  const fake = fakeProviders();
  state = fake.state;
  const info = () => success(aUser({ roles: ["superAdmin"] }));
  server.use(answers("post", "/api/security/user/info", info), ...fake.mocks.map(handlerOf));
});

const button = (name: string, root: HTMLElement) => within(root).getByRole("button", { name });

/** Opens the form of the provider that is on. */
async function edited() {
  const { user } = renderPortal("/operation-access/provider-list", routes);
  await user.click(await screen.findByRole("button", { name: "Edit: Tiger Identity" }));
  return { user, drawer: await screen.findByRole("dialog", { name: "Edit Tiger Identity" }) };
}

/** */
describe("claims and groups", () => {
  it("keeps them, with the usual names as placeholders, and sends another row", async () => {
    const { user, drawer } = await edited();
    await within(drawer).findByDisplayValue("Brand team");
    await user.click(within(drawer).getByText("Names of claims"));
    const verified = within(drawer).getByLabelText(/^Claim that says/);
    expect(verified).toHaveProperty("value", "xms_edov");
    expect(within(drawer).getByLabelText(/^Claim with the account/)).toHaveProperty(
      "placeholder",
      "preferred_username",
    );
    await user.clear(verified);
    await user.click(button("Add a group", drawer));
    await user.click(within(drawer).getByLabelText(/^If the claim is missing/));
    await user.click(button("Save", drawer));
    expect(state.sent).toEqual([]);
    await user.click(button("Remove Group 2", drawer));
    await expectAccessible(drawer);
    await user.click(button("Save", drawer));
    await screen.findByText("Tiger Identity is saved.");
    expect(state.sent[0]?.[1]).toMatchObject({
      version: 1,
      claims: { email: "", emailVerified: "", name: "", username: "" },
      groupClaim: "groups",
      groupAbsent: "none",
      groups: [{ value: "staff", groupId: "g-1" }],
    });
  });

  it("shows a refusal at the rows", async () => {
    const { user, drawer } = await edited();
    const words = "The group of “staff” has rights of Atrium itself, so no provider can give it.";
    state.refusal = refusal(100012, words, { field: "groups" });
    await user.click(button("Save", drawer));
    await within(drawer).findByText(words);
  });
});

describe("two administrators", () => {
  it("offers the second one the change of the first, and loses nothing without a question", async () => {
    const { user, drawer } = await edited();
    await user.type(within(drawer).getByLabelText(/^Name/), " 2");
    state.providers = [aProvider({ label: "Bear Identity", version: 2 })];
    const words = "Ben changed this.";
    state.refusal = refusal(100012, words, { conflict: { by: "Ben", at: 1 } });
    await user.click(button("Save", drawer));
    await within(drawer).findByText(words);
    await within(drawer).findByDisplayValue("Tiger Identity 2");
    await user.click(button("Keep their version", drawer));
    await within(drawer).findByDisplayValue("Bear Identity");
    state.refusal = undefined;
    await user.click(button("Save", drawer));
    await screen.findByText("Bear Identity is saved.");
    expect(state.sent[0]?.[1]).toMatchObject({ label: "Bear Identity", version: 2 });
  });
});
