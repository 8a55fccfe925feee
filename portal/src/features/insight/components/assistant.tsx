import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import { Columns } from "../../../kit/charts/columns";
import { FigureCard } from "../../../kit/charts/figure-card";
import { useCost } from "../../../kit/use-cost";
import { useLists } from "../links";
import type { Overview } from "../queries";
import { useFigures } from "./use-figures";

/** What people use of the assistant, and what it costs. */
export function Assistant({ overview }: { overview: Overview }) {
  const { t } = useTranslation("insight");
  const { number } = useFormats();
  const { overTime } = useFigures();
  const cost = useCost();
  const { answers, currency, days } = overview.assistant;
  const { figures } = overTime(days, { ...overview, byHour: false }, "only", { only: t("words") });
  const lists = useLists(overview);
  const title = t("assistant");
  const value = t("assistantUse", {
    count: answers,
    answers: number(answers),
    words: number(overview.assistant.words),
    cost: cost(overview.assistant.cost, currency),
  });
  return (
    <FigureCard
      title={title}
      value={value}
      to={lists.assistant}
      figures={figures}
      fileName={`atrium-assistant-${overview.to}`}
    >
      <Columns title={title} figures={figures} />
    </FigureCard>
  );
}
