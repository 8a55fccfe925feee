import type { components } from "../api/schema";
import { mock, success, type Mock } from "./mocks";

type Overview = components["schemas"]["Overview"];
type OwnOverview = components["schemas"]["OwnOverview"];
type Point = components["schemas"]["OverviewPoint"];

/** The 28 days until 21 November 2026. */
const DAYS = Array.from({ length: 28 }, (_, at) =>
  new Date(Date.UTC(2026, 9, 25 + at)).toISOString().slice(0, 10),
);

/** Fewer at weekends, as real people are. */
function points(part: string, most: number): Point[] {
  return DAYS.map((at, day) => {
    const weekday = new Date(at).getUTCDay();
    const share = weekday === 0 || weekday === 6 ? 0.2 : 0.8 + (day % 4) * 0.05;
    return { at, part, count: Math.round(most * share) };
  });
}

export function anOverview(given: Partial<Overview> = {}): Overview {
  return {
    from: "2026-10-25",
    to: "2026-11-21",
    byHour: false,
    signIns: [
      ...points("password", 320),
      ...points("password_and_code", 120),
      ...points("passkey", 90),
      ...points("corporate", 240),
    ],
    refusals: [
      ...points("wrong_password", 24),
      ...points("unknown_account", 9),
      ...points("too_many", 4),
      ...points("newer_reason", 2),
    ],
    active: points("", 610),
    opened: [
      { productId: 3, name: "Media planner", count: 4_210 },
      { productId: 4, name: "Brief desk", count: 2_870 },
      { productId: 56, name: "=1+1 with a very long name that does not fit beside its number", count: 940 },
    ],
    waiting: { day: 12, threeDays: 7, week: 2, longer: 1 },
    decided: {
      count: 148,
      averageMinutes: 1_020,
      parts: [
        { part: "hour", count: 21 },
        { part: "day", count: 80 },
        { part: "three_days", count: 35 },
        { part: "week", count: 12 },
      ],
    },
    ending: { in7Days: 9, in30Days: 41 },
    queryTokens: [{ clientId: "old", name: "Timesheet", count: 812, lastAt: Date.UTC(2026, 10, 21, 9) }],
    failedMail: { count: 3, now: 2, nowToApplicants: 1 },
    assistant: {
      answers: 1_204,
      words: 310_000,
      cost: 18_340_000,
      currency: "USD",
      days: points("", 12_000),
    },
    pages: null,
    ...given,
  };
}

export function anOwnOverview(given: Partial<OwnOverview> = {}): OwnOverview {
  return {
    from: "2026-10-25",
    to: "2026-11-21",
    products: [{ productId: 3, name: "Media planner", opened: 4_210, queryTokens: 0 }],
    groups: [
      {
        groupId: "g-1",
        name: "Client Service North",
        waiting: { day: 2, threeDays: 1, week: 0, longer: 0 },
        decided: { count: 14, averageMinutes: 600, parts: [{ part: "day", count: 14 }] },
        ending: { in7Days: 1, in30Days: 6 },
      },
    ],
    ...given,
  };
}

/** Mocks the figures of a server. `asked` has the days of each call. */
export function fakeInsight(overview = anOverview(), own = anOwnOverview()) {
  const asked: unknown[] = [];
  const mocks: Mock[] = [
    mock("get", "/api/security/admin/overview", ({ query }) => {
      asked.push(query);
      const { from, to } = query;
      if (!from || from !== to) return success(overview);
      const hour = (point: Point, at: number) => ({
        ...point,
        at: `${from} ${String(at % 24).padStart(2, "0")}:00`,
      });
      const byHour = (all: Point[]) => all.map(hour);
      return success({
        ...overview,
        from,
        to,
        byHour: true,
        signIns: byHour(overview.signIns),
        refusals: byHour(overview.refusals),
        active: byHour(overview.active),
      });
    }),
    mock("get", "/api/security/overview", ({ query }) => {
      asked.push(query);
      return success(own);
    }),
  ];
  return { mocks, asked };
}

export const standIn = () => fakeInsight().mocks;
