import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import type { Figures } from "../../../kit/charts/figures";
import type english from "../locales/en-us.json";
import type { Decided, Point } from "../queries";
import { daysBetween, hoursOf, partsOf, valuesOf } from "../spans";

/** The methods, and the reasons, in the order of their colours. Others come after them. */
export const METHODS = [
  "password",
  "password_and_code",
  "password_and_key",
  "password_and_other",
  "passkey",
  "corporate",
] as const;
export const REASONS = [
  "wrong_password",
  "unknown_account",
  "wrong_code",
  "wrong_passkey",
  "no_access",
  "disabled",
  "expired",
  "too_many",
  "corporate_only",
  "corporate",
  "busy",
] as const;
export const WAITS = ["hour", "day", "three_days", "week", "longer"] as const;

type Key = keyof typeof english;

interface Days {
  from: string;
  to: string;
  byHour: boolean;
}

/** A name with its number, and the address of the list behind it. */
export interface Ranked {
  name: string;
  count: number;
  list?: string | undefined;
}

/** Turns what the server counted into figures with words. */
export function useFigures() {
  const { t, i18n } = useTranslation("insight");
  const { day, number } = useFormats();
  const words = i18n.getResourceBundle(i18n.language, "insight") as Record<string, string | undefined>;
  // A newer server may count a part that has no text yet.
  const word = (key: string, part: string) => (words[key] === undefined ? part : t(key as Key));
  const wordsOf = {
    method: (part: string) => word(`method.${part}`, part),
    reason: (part: string) => word(`reason.${part}`, part),
  };
  return {
    /** Counts over time, by part. `times` are the days or hours behind the labels. */
    overTime: (
      points: readonly Point[],
      days: Days,
      group: "method" | "reason" | "only",
      { only = "", listOf }: { only?: string; listOf?: (part: string) => string | undefined } = {},
    ) => {
      const times = days.byHour ? hoursOf(days.to, points) : daysBetween(days.from, days.to);
      const known = group === "method" ? METHODS : group === "reason" ? REASONS : [""];
      const nameOf = group === "only" ? () => only : wordsOf[group];
      const parts = partsOf(points, known);
      const figures: Figures = {
        head: t(days.byHour ? "hour" : "day"),
        labels: times.map((at) => (days.byHour ? at.slice(11) : day(at))),
        series: parts.map((part) => ({
          key: part,
          name: nameOf(part),
          values: valuesOf(points, part, times),
          ...(listOf && { list: listOf(part) }),
        })),
      };
      return { figures, times };
    },
    /** One number for each name. */
    ranked: (head: string, name: string, rows: readonly Ranked[]): Figures => ({
      head,
      labels: rows.map((row) => row.name),
      lists: rows.map(({ list }) => list),
      series: [{ key: "count", name, values: rows.map(({ count }) => count) }],
    }),
    /** How many requests were decided within which time. */
    decided: ({ parts }: Decided): Figures => ({
      head: t("decidedWithin"),
      labels: WAITS.map((part) => t(`wait.${part}`)),
      series: [
        {
          key: "count",
          name: t("requests"),
          values: WAITS.map((part) => parts.find((one) => one.part === part)?.count ?? 0),
        },
      ],
    }),
    /** A number of minutes in a unit that fits. */
    span: (minutes: number) => {
      if (minutes < 120) return t("minutes", { count: minutes, number: number(minutes) });
      const hours = Math.round(minutes / 60);
      if (hours < 48) return t("hours", { count: hours, number: number(hours) });
      const days = Math.round(hours / 24);
      return t("span.days", { count: days, number: number(days) });
    },
  };
}
