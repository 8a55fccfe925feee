import { audienceBody, audienceOf, EVERYBODY, type AudienceValues } from "../../../kit/audience/audience";
import { momentOf, textOf } from "../../../ui/form/moment-field";
import { OFF, ON, type Question, type QuestionKind, type Survey, type SurveyBody } from "../queries";

/** A question in the form; `most` is the end of its scale. */
export interface QuestionValues {
  kind: string;
  text: string;
  textZh: string;
  required: boolean;
  most: string;
  options: { text: string; textZh: string }[];
}

/** The form of a survey; moments are as the browser's field has them. */
export interface SurveyValues extends AudienceValues {
  surveyName: string;
  surveyNameZh: string;
  description: string;
  descriptionZh: string;
  /** `own` for questions of its own, `link` for an address. */
  kind: string;
  url: string;
  questions: QuestionValues[];
  anonymous: string;
  startTime: string;
  endTime: string;
  status: string;
}

export const BLANK_OPTION = { text: "", textZh: "" };
export const BLANK_QUESTION: QuestionValues = {
  kind: "one",
  text: "",
  textZh: "",
  required: true,
  most: "5",
  options: [BLANK_OPTION, BLANK_OPTION],
};

export const NOTHING: SurveyValues = {
  surveyName: "",
  surveyNameZh: "",
  description: "",
  descriptionZh: "",
  kind: "own",
  url: "",
  questions: [BLANK_QUESTION],
  anonymous: "anonymous",
  startTime: "",
  endTime: "",
  status: String(OFF),
  ...EVERYBODY,
};

export const isChoice = (kind: string) => kind === "one" || kind === "several";

function questionOf({ kind, text, textZh, required, most, options }: Question): QuestionValues {
  return {
    kind: kind ?? "one",
    text: text ?? "",
    textZh: textZh ?? "",
    required: required ?? false,
    most: most ? String(most) : "5",
    options: (options ?? []).map((option) => ({ ...BLANK_OPTION, ...option })),
  };
}

export function valuesOf(one: Survey): SurveyValues {
  const { surveyName, surveyNameZh, description, descriptionZh, url } = one;
  return {
    ...{ surveyName, surveyNameZh, description, descriptionZh, url },
    kind: url ? "link" : "own",
    questions: one.questions.map(questionOf),
    anonymous: one.anonymous ? "anonymous" : "named",
    startTime: momentOf(one.startTime),
    endTime: momentOf(one.endTime),
    status: String(one.status),
    ...audienceOf(one),
  };
}

/** What the server gets. A new survey without a start begins now. */
export function bodyOf(values: SurveyValues): SurveyBody {
  const { surveyName, surveyNameZh, description, descriptionZh, url } = values;
  const own = values.kind === "own";
  const question = ({ kind, most, options, ...rest }: QuestionValues): Question => ({
    ...rest,
    kind: kind as QuestionKind,
    most: kind === "scale" ? Number(most) : 0,
    options: isChoice(kind) ? options : [],
  });
  return {
    ...{ surveyName, surveyNameZh, description, descriptionZh },
    url: own ? "" : url,
    questions: own ? values.questions.map(question) : [],
    anonymous: values.anonymous === "anonymous",
    ...(values.startTime && { startTime: textOf(values.startTime) }),
    endTime: textOf(values.endTime),
    status: values.status === String(ON) ? ON : OFF,
    ...audienceBody(values),
  };
}

/** The faults of the form: every box is filled, a choice has an option, and a survey a question (V-26, V-29, G-67). */
export function faultsOf(values: SurveyValues, select: string, format: string): Record<string, string> {
  const faults: Record<string, string> = {};
  const filled = (name: string, text: string) => {
    if (text.trim() === "") faults[name] = format;
  };
  for (const name of ["surveyName", "description", "endTime"] as const) filled(name, values[name]);
  if (values.kind === "link") filled("url", values.url);
  else if (values.questions.length === 0) faults.questions = select;
  else
    for (const [at, { kind, text, options }] of values.questions.entries()) {
      filled(`questions.${at}.text`, text);
      if (!isChoice(kind)) continue;
      if (options.length === 0) faults[`questions.${at}.options`] = select;
      for (const [option, { text: words }] of options.entries())
        filled(`questions.${at}.options.${option}.text`, words);
    }
  return faults;
}
