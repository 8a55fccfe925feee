import type { components } from "../api/schema";
import { someQuestions } from "./fake-surveys";
import { mock, refusal, success, type Mock } from "./mocks";

type Offer = components["schemas"]["SurveyMessage"];
type ToAnswer = components["schemas"]["SurveyToAnswer"];

export function anOffer(given: Partial<Offer> = {}): Offer {
  const id = given.id ?? "s-1";
  return {
    id,
    messageId: id,
    surveyName: `Survey ${id}`,
    description: "Four questions, two minutes.",
    url: `https://atrium.test/surveys/${id}`,
    own: true,
    anonymous: true,
    ...given,
  };
}

export function toAnswer(given: Partial<ToAnswer> = {}): ToAnswer {
  return {
    id: "s-1",
    surveyName: "Working with our tools",
    description: "Four questions, two minutes.",
    url: "",
    questions: someQuestions,
    questionsVersion: 2,
    anonymous: true,
    endTime: "2026-12-27 09:00",
    endsAt: Date.UTC(2026, 11, 27, 1),
    state: null,
    ...given,
  };
}

/** Mocks what one person is asked. `did` collects what the person did, `sent` the answers. */
export function fakeSurvey(survey: ToAnswer | undefined, offer: Offer | null = null) {
  const did: string[] = [];
  const sent: unknown[] = [];
  let shown = survey;
  const mocks: Mock[] = [
    mock("get", "/api/security/admin/survey/pop-up", () => success((did.length > 0 ? null : offer)!)),
    mock("get", "/api/security/survey/details", () =>
      shown ? success(shown) : refusal(100_012, "Unknown", { faults: [{ field: "id", msg: "Unknown" }] }),
    ),
    mock("post", "/api/security/survey/later", ({ body }) => {
      did.push(`later ${body.id}`);
      return success(null);
    }),
    mock("post", "/api/security/admin/message/read", ({ body }) => {
      did.push(`opened ${body.messageId}`);
      return success(null);
    }),
    mock("post", "/api/security/survey/answer", ({ body }) => {
      sent.push(body);
      if (shown) shown = { ...shown, state: "done" };
      return success(null);
    }),
  ];
  return { mocks, did, sent };
}

export const standIn = () => fakeSurvey(toAnswer()).mocks;
