import { Box } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { Columns } from "../../../kit/charts/columns";
import { FigureCard } from "../../../kit/charts/figure-card";
import type { Figures } from "../../../kit/charts/figures";
import { NotThereYet } from "../../../kit/not-there-yet";
import { CATEGORIES } from "../feedback";
import { weeksQuery } from "../queries";

/** How much arrived in each week, by category. The table leads to the feedback of a week. */
export default function WeekPlot() {
  const { t } = useTranslation("feedback");
  const { day } = useFormats();
  const { data, error, refetch } = useQuery(weeksQuery(useServices()));
  if (!data) return <NotThereYet error={error} onRetry={() => void refetch()} lines={4} height="10" />;
  const title = t("weeks.title");
  const figures: Figures = {
    head: t("weeks.week"),
    labels: data.map(({ week }) => day(week)),
    lists: data.map(({ week }) => `?since=${week}&before=${sundayOf(week)}`),
    series: CATEGORIES.map((category, place) => ({
      key: String(category),
      name: t(`category.${category}`),
      values: data.map(({ counts }) => counts[place]?.count ?? 0),
    })),
  };
  return (
    <Box marginTop="3">
      <FigureCard title={title} figures={figures} fileName={`atrium-feedback-${data.at(-1)?.week ?? ""}`}>
        <Columns title={title} figures={figures} />
      </FigureCard>
    </Box>
  );
}

const DAY_MS = 86_400_000;

/** The last day of the week that begins on this Monday. */
function sundayOf(monday: string): string {
  return new Date(Date.parse(monday) + 6 * DAY_MS).toISOString().slice(0, 10);
}
