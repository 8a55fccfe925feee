import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { fakeSurvey, toAnswer } from "../../../testing/fake-survey";
import { someQuestions } from "../../../testing/fake-surveys";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server } from "../../../testing/server";
import { routes } from "../routes";

function survey(shown: Parameters<typeof fakeSurvey>[0]) {
  const fake = fakeSurvey(shown);
  server.use(...fake.mocks.map(handlerOf));
  return { ...renderPortal("/surveys/s-1", routes), ...fake };
}

const send = () => screen.getByRole("button", { name: "Send answers" });

/** D-13, T-52, E-26. */
describe("the page of a survey", () => {
  it("says before the first question that answers are anonymous, and takes them once", async () => {
    const { user, did, sent } = survey(toAnswer());
    await screen.findByText("Your answers are anonymous");
    expect(await screen.findByText(/Open until 27 Dec 2026, 09:00/)).toBeTruthy();
    await waitFor(() => expect(did).toEqual(["opened s-1"]));
    await expectAccessible();
    await user.click(send());
    expect(await screen.findAllByText("please select or enter")).toHaveLength(2);
    expect(sent).toEqual([]);
    await user.click(screen.getByRole("radio", { name: "Brand assets" }));
    await user.click(screen.getByRole("checkbox", { name: "Access" }));
    await user.click(screen.getByRole("radio", { name: "8" }));
    await user.type(screen.getByRole("textbox", { name: /What should we improve/ }), "The calendar.");
    await user.click(send());
    expect(await screen.findByRole("heading", { name: "Thank you" })).toBeTruthy();
    expect(sent).toEqual([
      {
        id: "s-1",
        questionsVersion: 2,
        answers: [{ options: [1] }, { options: [1] }, { scale: 8 }, { text: "The calendar." }],
      },
    ]);
  });

  it("says that a survey which names people does", async () => {
    survey(toAnswer({ anonymous: false }));
    expect(await screen.findByText("Your answers carry your name")).toBeTruthy();
  });

  it("keeps what is filled in when sending fails", async () => {
    const { user } = survey(toAnswer());
    await user.click(await screen.findByRole("radio", { name: "Brand assets" }));
    await user.click(screen.getByRole("radio", { name: "8" }));
    server.use(answers("post", "/api/security/survey/answer", () => refusal(100_011, "Try again later.")));
    await user.click(send());
    expect(await screen.findByText(/Try again later/)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Brand assets" }).checked).toBe(true);
  });

  it("keeps the answers to questions that stayed when others changed meanwhile", async () => {
    const { user } = survey(toAnswer());
    await user.click(await screen.findByRole("radio", { name: "Brand assets" }));
    await user.click(screen.getByRole("radio", { name: "8" }));
    const changed = toAnswer({ questionsVersion: 3, questions: [someQuestions[2]!, someQuestions[0]!] });
    const faults = [{ field: "questionsVersion", msg: "The questions changed." }];
    server.use(
      answers("post", "/api/security/survey/answer", () => refusal(100_012, "Changed", { faults })),
      ...fakeSurvey(changed).mocks.slice(1, 2).map(handlerOf),
    );
    await user.click(send());
    expect((await screen.findByRole("alert")).textContent).toMatch(/The questions changed meanwhile/);
    const form = screen.getByRole("radiogroup", { name: "2. Which tool do you use most?" });
    expect(within(form).getByRole<HTMLInputElement>("radio", { name: "Brand assets" }).checked).toBe(true);
  });

  it("opens a link in a window of its own, and is done by the person’s word", async () => {
    const { user, sent } = survey(toAnswer({ url: "https://research.example/", questions: [] }));
    const link = await screen.findByRole("link", { name: "Open the survey" });
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.getAttribute("rel")).toContain("noopener");
    await user.click(screen.getByRole("button", { name: "I have answered it" }));
    expect(await screen.findByRole("heading", { name: "Thank you" })).toBeTruthy();
    expect(sent).toEqual([{ id: "s-1", questionsVersion: 0, answers: [] }]);
  });

  it("says that a survey was answered before, or is closed", async () => {
    survey(toAnswer({ state: "done" }));
    expect(await screen.findByRole("heading", { name: "You have answered this survey" })).toBeTruthy();
  });

  it("treats a closed survey and one of others alike", async () => {
    survey(undefined);
    expect(await screen.findByRole("heading", { name: "This survey is closed" })).toBeTruthy();
    await expectAccessible();
  });
});
