import type { components } from "../api/schema";
import { mockList } from "./mock-list";
import { mock, refusal, success, type Mock } from "./mocks";

type Version = components["schemas"]["AssistantVersionRow"];
type Quota = components["schemas"]["AssistantQuotaRow"];
type Use = components["schemas"]["AssistantUseRow"];
type Outcome = components["schemas"]["TestOutcome"];

/** A version of the screen that is on. */
export function aVersion(given: Partial<Version> = {}): Version {
  return {
    ...{ id: 1001, value: "Large", baseUrl: "https://ai.example/v1", hasKey: true, usable: true },
    ...{ model: "large-1", priceIn: 2.5, priceOut: 10, maxAnswerWords: 1500, monthlyWords: 20_000 },
    ...{ position: 1, on: true, ofFile: false, version: 3 },
    ...given,
  };
}

export const someVersions: Version[] = [
  aVersion({ id: 1, value: "GPT 3.5", ofFile: true, version: 0, monthlyWords: null }),
  aVersion(),
  aVersion({ id: 1002, value: "本地模型", hasKey: false, on: false, baseUrl: "https://models.example/v1" }),
];

export function aQuota(given: Partial<Quota> = {}): Quota {
  return {
    ...{ id: "q-1", subjectId: "u-2", kind: 0 as const, name: "Chloe Manager", username: "ChloeManager" },
    ...{ words: 50_000, changedAt: Date.UTC(2026, 10, 20) },
    ...given,
  };
}

export const someQuotas: Quota[] = [
  aQuota(),
  aQuota({ id: "q-2", subjectId: "g-1", kind: 1, name: "Brand team", username: "", words: -1 }),
  aQuota({ id: "q-3", subjectId: "", kind: 1, name: "", username: "", words: 0 }),
];

export function aUse(given: Partial<Use> = {}): Use {
  return {
    ...{ id: "1/u-2/7/1001", dayAt: Date.UTC(2026, 10, 20), day: "2026-11-20", userId: "u-2" },
    ...{ username: "ChloeManager", fullName: "Chloe Manager", agencyId: "7", agencyName: "Northlight" },
    ...{ versionId: 1001, versionName: "Large", answers: 12, words: 3400, tokensIn: 5000, tokensOut: 2000 },
    cost: 32_500,
    ...given,
  };
}

const sum = (id: string, name: string, words: number) => ({ id, name, answers: 12, words, cost: words * 10 });

/** Mocks the administration of the assistant. `sent` collects changes. */
export function fakeGateway(versions = someVersions, quotas = someQuotas, outcome: Outcome = "answered") {
  const sent: unknown[] = [];
  const saved = { id: 1001, version: 4, keyForgotten: false };
  const keepSaved = ({ body }: { body: unknown }) => {
    sent.push(body);
    return success(saved);
  };
  const keep = ({ body }: { body: unknown }) => {
    sent.push(body);
    return success(null);
  };
  const A = "/api/security/admin/assistant";
  const mocks: Mock[] = [
    mock("get", `${A}/version/list`, () =>
      success({ versions, echo: false, currency: "USD", usualWords: 100_000, keepDays: 90 }),
    ),
    mock("post", `${A}/version/add`, ({ body }) => {
      sent.push(body);
      return body.baseUrl?.startsWith("http:")
        ? refusal(100012, "Enter an https address.", { field: "baseUrl" })
        : success(saved);
    }),
    mock("post", `${A}/version/update`, keepSaved),
    mock("post", `${A}/version/delete`, keep),
    mock("post", `${A}/version/test`, () => success({ outcome, status: null })),
    mockList(`${A}/quota/list`, {
      rows: () => quotas,
      filters: { kind: ({ kind }, value) => kind === Number(value) },
      sorts: { words: ({ words }) => words, changed: ({ changedAt }) => changedAt },
    }),
    mock("get", `${A}/quota/of`, () =>
      success({ words: 100_000, used: 1200, held: 0, source: "group", groupName: "Brand team" }),
    ),
    mock("post", `${A}/quota/set`, keep),
    mock("get", `${A}/account/option-list`, () =>
      success([{ userId: "u-3", username: "DanMember", fullName: "Dan Member" }]),
    ),
    mockList(`${A}/use/list`, {
      rows: () => [
        aUse(),
        aUse({ id: "2", userId: "", username: "", fullName: "", agencyName: "", agencyId: "", words: 9 }),
      ],
      filters: {
        month: ({ day }, value) => day.startsWith(value),
        fromDay: ({ day }, value) => day >= value,
        untilDay: ({ day }, value) => day <= value,
        agencyId: (row, id) => row.agencyId === id,
      },
      sorts: { day: ({ dayAt }) => dayAt, words: ({ words }) => words, cost: ({ cost }) => cost },
    }),
    mock("get", `${A}/use/month`, ({ query }) =>
      success({
        month: query.month ?? "2026-11",
        currency: "USD",
        all: sum("", "", 3409),
        days: [sum("1", "2026-11-20", 3409)],
        agencies: [sum("7", "Northlight", 3400), sum("", "", 9)],
        people: [sum("u-2", "Chloe Manager", 3400), sum("", "", 9)],
      }),
    ),
  ];
  return { mocks, sent };
}

export const standIn = () => fakeGateway().mocks;
