import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import { Columns } from "../../../kit/charts/columns";
import { FigureCard } from "../../../kit/charts/figure-card";
import type { Overview } from "../queries";
import { useFigures } from "./use-figures";

/** What people use of the assistant, and what it costs. */
export function Assistant({ overview }: { overview: Overview }) {
  const { t, i18n } = useTranslation("insight");
  const { number } = useFormats();
  const { overTime } = useFigures();
  const { answers, cost, currency, days } = overview.assistant;
  const { figures } = overTime(days, { ...overview, byHour: false }, "only", t("words"));
  const title = t("assistant");
  const value = t("assistantUse", {
    count: answers,
    answers: number(answers),
    words: number(overview.assistant.words),
    cost: money(cost / 1_000_000, currency, i18n.language),
  });
  return (
    <FigureCard title={title} value={value} figures={figures} fileName={`atrium-assistant-${overview.to}`}>
      <Columns title={title} figures={figures} />
    </FigureCard>
  );
}

/** An amount; a currency of the settings may be any short text. */
function money(amount: number, currency: string, language: string): string {
  const locale = language === "zh-cn" ? "zh-cn" : "en-gb";
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `${amount.toLocaleString(locale, digits)} ${currency}`;
}
