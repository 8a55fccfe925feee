import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";

declare module "../../api/kept" {
  interface Kept {
    surveys: true;
    survey: true;
    "survey-results": true;
    "survey-offer": true;
    "survey-answer": true;
  }
  interface Changes {
    "/api/security/survey/later": (typeof OWN)[number];
    "/api/security/survey/answer": (typeof OWN)[number];
  }
}

/** The answers that change when a person answers a survey or puts it off. */
export const OWN = ["survey-offer", "survey-answer", "surveys", "survey", "survey-results"] as const;

/** A survey that is offered to the person. */
export type Offer = components["schemas"]["SurveyMessage"];
/** A survey as the person answers it. */
export type SurveyToAnswer = components["schemas"]["SurveyToAnswer"];
export type GivenAnswer = components["schemas"]["GivenAnswer"];

/** The server leaves out data of null. */
const orNull = <Data>(data: Data | null | undefined): Data | null => data ?? null;

/** The survey to offer now (C-115); null for none. */
export function offerQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["survey-offer"],
    queryFn: async ({ signal }) =>
      orNull(await dataOf(api.GET("/api/security/admin/survey/pop-up", { signal }))),
    meta: { ownMessage: true },
  });
}

export function toAnswerQuery({ api }: Services, id: string) {
  return queryOptions({
    queryKey: ["survey-answer", id],
    staleTime: 0,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/security/survey/details", { params: { query: { id } }, signal })),
    meta: { ownMessage: true },
  });
}

/** Notes that the person has opened a survey (C-119). A failure changes nothing but that it may be offered again. */
export async function noteOpened(services: Services, messageId: string): Promise<void> {
  await write(services, "/api/security/admin/message/read", { messageId }).catch(() => undefined);
}

/** Puts a survey off until tomorrow (T-52). */
export function putOff(services: Services, id: string) {
  return write(services, "/api/security/survey/later", { id });
}

/** Sends the answers; without questions, the person says that a survey behind a link is done. */
export function sendAnswers(
  services: Services,
  id: string,
  questionsVersion: number,
  answers: GivenAnswer[],
) {
  return write(services, "/api/security/survey/answer", { id, questionsVersion, answers });
}
