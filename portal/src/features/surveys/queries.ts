import { queryOptions } from "@tanstack/react-query";
import type { BodyOf } from "../../api/call";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import { fileOf, listFile } from "../../kit/list-file";
import { listQuery } from "../../kit/list-query";
import type { OnOff } from "../../kit/use-on-off";

declare module "../../api/kept" {
  interface Kept {
    surveys: true;
    survey: true;
    "survey-results": true;
    "survey-offer": true;
    "survey-answer": true;
  }
  interface Changes {
    "/api/security/admin/survey/add": SurveyNames;
    "/api/security/admin/survey/upd": SurveyNames;
    "/api/security/admin/survey/del": SurveyNames;
  }
}

/** Answers that show surveys, to administrators and to the people who are asked. */
type SurveyNames = (typeof NAMES)[number];
export const NAMES = ["surveys", "survey", "survey-results", "survey-offer", "survey-answer"] as const;

export type SurveyRow = components["schemas"]["SurveyListRow"];
export type Survey = components["schemas"]["SurveyDetails"];
export type SurveyBody = BodyOf<"/api/security/admin/survey/upd", "post">;
export type SurveyResults = components["schemas"]["SurveyResults"];
export type QuestionResult = components["schemas"]["SurveyQuestionResult"];
export type Question = components["schemas"]["Question"];
export type QuestionKind = components["schemas"]["QuestionKind"];
type Status = components["schemas"]["SurveyStatus"];

export const OFF = 0 satisfies Status;
export const ON = 1 satisfies Status;
/** The word of each status. */
export const STATUS: Record<Status, OnOff> = { [OFF]: "off", [ON]: "on" };

export const surveyList = listQuery("surveys", "/api/security/admin/survey/list");

/** What people answered to a survey, as a file. */
export const answersFile = (id: string) =>
  fileOf(listFile("survey-answers.csv", "/api/security/admin/survey/export"), { id });

export function surveyQuery({ api }: Services, id: string) {
  return queryOptions({
    queryKey: ["survey", id],
    // Always fetched again, because the reader changes what they see here.
    staleTime: 0,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/security/admin/survey/details", { params: { query: { id } }, signal })),
    meta: { ownMessage: true },
  });
}

/** What people answered, and how many. */
export function resultsQuery({ api }: Services, id: string) {
  return queryOptions({
    queryKey: ["survey-results", id],
    // Each reading of named answers is in the audit log: once for each opening.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/security/admin/survey/results", { params: { query: { id } }, signal })),
    meta: { ownMessage: true },
  });
}

export function addSurvey(services: Services, body: SurveyBody) {
  return write(services, "/api/security/admin/survey/add", body);
}

export function updateSurvey(services: Services, body: SurveyBody) {
  return write(services, "/api/security/admin/survey/upd", body);
}

export function deleteSurvey(services: Services, id: string) {
  return write(services, "/api/security/admin/survey/del", { id });
}
