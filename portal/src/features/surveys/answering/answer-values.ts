import type { GivenAnswer, SurveyToAnswer } from "../survey";

export type Question = SurveyToAnswer["questions"][number];

/** What a person has filled in for a question; only the part of its kind is sent. */
export interface AnswerValue {
  one: string;
  several: boolean[];
  scale: string;
  text: string;
}

export interface AnswerValues {
  answers: AnswerValue[];
}

/** What a person filled in before the questions changed. */
export interface Kept extends AnswerValues {
  questions: readonly Question[];
}

const BLANK = { one: "", scale: "", text: "" };

/** The form of these questions, with what the person has filled in for those that stayed. */
export function valuesOf(questions: readonly Question[], kept: Kept | undefined): AnswerValues {
  const before = kept?.questions.map((question) => JSON.stringify(question)) ?? [];
  return {
    answers: questions.map((question) => {
      const at = before.indexOf(JSON.stringify(question));
      return kept?.answers[at] ?? { ...BLANK, several: (question.options ?? []).map(() => false) };
    }),
  };
}

/** The name of the field in which a question is answered. */
export function fieldOf(question: Question, at: number) {
  return `answers.${at}.${question.kind ?? "one"}` as const;
}

/** What the server gets. */
export function givenOf(questions: readonly Question[], { answers }: AnswerValues): GivenAnswer[] {
  return questions.map(({ kind = "one" }, at): GivenAnswer => {
    const { one = "", several = [], scale = "", text = "" } = answers[at] ?? {};
    if (kind === "one") return one === "" ? {} : { options: [Number(one)] };
    if (kind === "several") return { options: several.flatMap((chosen, place) => (chosen ? [place] : [])) };
    if (kind === "scale") return scale === "" ? {} : { scale: Number(scale) };
    return { text };
  });
}

/** The numbers of a scale, from 1 to 5 or from 0 to 10. */
export function numbersOf({ most = 5 }: Question): number[] {
  const least = most === 5 ? 1 : 0;
  return Array.from({ length: most - least + 1 }, (_, index) => least + index);
}

/** The required questions without an answer, by their fields. */
export function faultsOf(
  questions: readonly Question[],
  values: AnswerValues,
  select: string,
  format: string,
): Record<string, string> {
  const given = givenOf(questions, values);
  return Object.fromEntries(
    questions.flatMap((question, at) => {
      const { options, scale, text } = given[at] ?? {};
      const isThere = (options?.length ?? 0) > 0 || scale != null || Boolean(text?.trim());
      if (!question.required || isThere) return [];
      return [[fieldOf(question, at), question.kind === "text" ? format : select]];
    }),
  );
}
