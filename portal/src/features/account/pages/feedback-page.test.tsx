import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { fakeFeedback } from "../../../testing/fake-feedback";
import { fakeOwnAccount } from "../../../testing/fake-own-account";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { handlerOf, server } from "../../../testing/server";
import { routes } from "../routes";

beforeEach(() => {
  server.use(...fakeOwnAccount().mocks.map(handlerOf), ...fakeFeedback().mocks.map(handlerOf));
});

/** S-04: what became of a person's own feedback. */
describe("the feedback of a person", () => {
  it("is shown with its status, its answer and its pictures", async () => {
    const { user } = renderPortal("/account/feedback", routes);
    const answered = within(await screen.findByRole("article", { name: /Atrium · System Fluency/ }));
    expect(answered.getByText("Closed")).toBeTruthy();
    expect(answered.getByText(/It is faster now\./)).toBeTruthy();
    const waiting = within(screen.getByRole("article", { name: /Media planner · Bug/ }));
    expect(waiting.getByText("We haven’t answered yet.")).toBeTruthy();
    await user.click(waiting.getByRole("button", { name: "Show pictures" }));
    const picture = await waiting.findByRole("img", { name: "Picture 1" });
    expect(picture.getAttribute("src")).toContain("/files/s/sealed");
    const link = screen.getByRole("link", { name: "Give feedback" });
    expect(link.getAttribute("href")).toContain("?feedback=");
    await expectAccessible();
  });
});
