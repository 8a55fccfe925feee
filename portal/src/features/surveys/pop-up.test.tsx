import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { loadTexts } from "../../i18n/i18n";
import { anOffer, fakeSurvey } from "../../testing/fake-survey";
import { expectAccessible, renderPart } from "../../testing/render";
import { handlerOf, server } from "../../testing/server";
import PopUp from "./pop-up";

function offered(offer: ReturnType<typeof anOffer>) {
  const fake = fakeSurvey(undefined, offer);
  server.use(...fake.mocks.map(handlerOf));
  return { ...renderPart(<PopUp offer={offer} />), ...fake };
}

beforeEach(() => loadTexts(["survey"]));

/** D-13, T-52, G-59. */
describe("the survey that is offered", () => {
  it("takes no focus, has the words of the contract, and is put off until tomorrow", async () => {
    const { user, did } = offered(anOffer({ id: "p-1" }));
    const box = await screen.findByRole("dialog", { name: "Survey p-1" });
    expect(box.contains(document.activeElement)).toBe(false);
    expect(within(box).getByRole("link", { name: "fill now" }).getAttribute("href")).toBe("/surveys/p-1");
    within(box).getByText("Four questions, two minutes.");
    within(box).getByText("Your answers are anonymous.");
    await expectAccessible(box);
    await user.click(within(box).getByRole("button", { name: "fill later" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(did).toEqual(["later p-1"]));
  });

  it("says that answers carry the name where they do", async () => {
    offered(anOffer({ id: "p-3", anonymous: false, description: "About your week." }));
    const box = await screen.findByRole("dialog", { name: "Survey p-3" });
    within(box).getByText("About your week.");
    within(box).getByText("Your answers carry your name.");
  });

  it("opens a link in a window of its own, is marked as read, and asks whether it is done", async () => {
    const url = "https://research.example/media-spending";
    const { user, did, sent } = offered(anOffer({ id: "p-2", url, own: false }));
    const box = await screen.findByRole("dialog", { name: "Survey p-2" });
    // The rules of the other site apply.
    expect(within(box).queryByText(/^Your answers/)).toBeNull();
    const link = within(box).getByRole("link", { name: "fill now" });
    expect(link.getAttribute("href")).toBe(url);
    expect(link.getAttribute("rel")).toContain("noopener");
    await user.click(link);
    await waitFor(() => expect(did).toEqual(["opened p-2"]));
    await user.click(within(box).getByRole("button", { name: "I have answered it" }));
    await waitFor(() => expect(sent).toEqual([{ id: "p-2", questionsVersion: 0, answers: [] }]));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});
