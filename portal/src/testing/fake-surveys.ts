import type { components } from "../api/schema";
import { hasPart, mockList } from "./mock-list";
import { mock, success, type Mock } from "./mocks";

type Row = components["schemas"]["SurveyListRow"];
type Details = components["schemas"]["SurveyDetails"];
type Results = components["schemas"]["SurveyResults"];
type Question = components["schemas"]["Question"];

export function aSurvey(given: Partial<Row> = {}): Row {
  return {
    id: "s-1",
    surveyName: "Working with our tools",
    description: "Four questions, two minutes.",
    url: "",
    anonymous: true,
    beginsAt: Date.UTC(2026, 10, 20, 1),
    startTime: "2026-11-20 09:00",
    endsAt: Date.UTC(2026, 11, 27, 1),
    endTime: "2026-12-27 09:00",
    status: 1,
    targeted: false,
    answers: 12,
    createdAt: Date.UTC(2026, 10, 19, 9, 30),
    c_time: "2026-11-19 17:30:00",
    version: 3,
    ...given,
  };
}

/** Surveys with long and with Chinese names; one has a link, one is off and for some people. */
export const someSurveys: Row[] = [
  aSurvey(),
  aSurvey({
    id: "s-2",
    surveyName: "Media spending questionnaire of the research team for everybody who plans campaigns",
    url: "https://research.example/media-spending",
    anonymous: false,
    answers: 1234,
  }),
  aSurvey({ id: "s-3", surveyName: "季度回顾", anonymous: false, status: 0, targeted: true, answers: 0 }),
];

const option = (text: string) => ({ text, textZh: "" });

export const someQuestions: Required<Question>[] = [
  {
    kind: "one",
    text: "Which tool do you use most?",
    textZh: "您最常使用哪个工具？",
    required: true,
    most: 0,
    options: [option("Media planner"), option("Brand assets")],
  },
  {
    kind: "several",
    text: "Where do you need more help?",
    textZh: "",
    required: false,
    most: 0,
    options: [option("Reports"), option("Access")],
  },
  {
    kind: "scale",
    text: "How likely is it that you recommend our tools?",
    textZh: "",
    required: true,
    most: 10,
    options: [],
  },
  { kind: "text", text: "What should we improve first?", textZh: "", required: false, most: 0, options: [] },
];

export function detailsOf(row: Row, given: Partial<Details> = {}): Details {
  const { id, surveyName, description, url, anonymous, startTime, endTime, status, answers, version } = row;
  return {
    ...{ id, surveyName, description, url, anonymous, startTime, endTime, status, answers, version },
    surveyNameZh: "",
    descriptionZh: "",
    questions: url ? [] : someQuestions,
    appName: "",
    clientIds: [],
    clients: [],
    agencies: [],
    agencyIds: [],
    groupIds: [],
    groups: [],
    hiddenGroups: 0,
    timeZone: "Asia/Shanghai",
    c_time: row.c_time,
    changedAt: null,
    changedBy: "",
    ...given,
  };
}

export function someResults(given: Partial<Results> = {}): Results {
  const count = (text: string, many: number) => ({ text, count: many });
  const scale = [0, 0, 0, 0, 1, 0, 1, 2, 3, 2, 1].map((many, number) => count(String(number), many));
  const texts = [
    { text: "The calendar should open at the present week.", by: "", at: null },
    { text: "报表希望可以直接导出为一页。", by: "", at: null },
  ];
  const [one, several, likely, words] = someQuestions.map(({ kind, text }) => ({ kind, text }));
  return {
    id: "s-1",
    surveyName: "Working with our tools",
    anonymous: true,
    own: true,
    opened: 4,
    later: 3,
    done: 12,
    shown: 10,
    step: 5,
    questions: [
      { ...one!, answered: 10, counts: [count("Media planner", 7), count("Brand assets", 3)], texts: [] },
      { ...several!, answered: 8, counts: [count("Reports", 6), count("Access", 4)], texts: [] },
      { ...likely!, answered: 10, counts: scale, texts: [] },
      { ...words!, answered: 2, counts: [], texts },
    ],
    ...given,
  };
}

/** Mocks the surveys of a server for administrators. `sent` collects the bodies of all changes. */
export function fakeSurveys(surveys: Row[], results: Results = someResults()) {
  const sent: unknown[] = [];
  const keep = ({ body }: { body: { id?: string | null } }) => {
    sent.push(body);
    return success({ id: body.id ?? "s-9", version: 4, status: 0 as const });
  };
  const mocks: Mock[] = [
    mockList("/api/security/admin/survey/list", {
      rows: () => surveys,
      filters: {
        context: ({ surveyName }, part) => hasPart(surveyName, part),
        status: ({ status }, value) => status === Number(value),
      },
      sorts: {
        start: ({ beginsAt }) => beginsAt,
        name: ({ surveyName }) => surveyName,
        created: ({ createdAt }) => createdAt,
      },
    }),
    mock("get", "/api/security/admin/survey/details", ({ query }) =>
      success(detailsOf(surveys.find(({ id }) => id === query.id) ?? aSurvey())),
    ),
    mock("get", "/api/security/admin/survey/results", () => success(results)),
    mock("post", "/api/security/admin/survey/add", keep),
    mock("post", "/api/security/admin/survey/upd", keep),
    mock("post", "/api/security/admin/survey/del", ({ body }) => {
      sent.push(body);
      return success(null);
    }),
  ];
  return { mocks, sent };
}

export const standIn = () => fakeSurveys(someSurveys).mocks;
