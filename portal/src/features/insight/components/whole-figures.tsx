import { Grid } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useFormats } from "../../../i18n/use-formats";
import { Columns } from "../../../kit/charts/columns";
import { FigureCard } from "../../../kit/charts/figure-card";
import { totalOf } from "../../../kit/charts/figures";
import { Ranks } from "../../../kit/charts/ranks";
import { useLists } from "../links";
import type { Overview } from "../queries";
import { Assistant } from "./assistant";
import { useFigures } from "./use-figures";
import { Worries } from "./worries";

/** The figures of the whole installation: what happens over time, then what people open and ask for, then what needs work. */
export function WholeFigures({ overview }: { overview: Overview }) {
  return (
    <Grid templateColumns="repeat(auto-fill, minmax(min(100%, 250px), 1fr))" gridAutoFlow="row dense" gap="3">
      <OverTime overview={overview} />
      <Assistant overview={overview} />
      <Opened overview={overview} />
      <Decided overview={overview} />
      <Worries overview={overview} />
    </Grid>
  );
}

function OverTime({ overview }: { overview: Overview }) {
  const { t } = useTranslation("insight");
  const { number } = useFormats();
  const { overTime } = useFigures();
  const lists = useLists(overview);
  const [, setParams] = useSearchParams();
  const charts = [
    {
      key: "signIns",
      points: overview.signIns,
      group: "method",
      to: lists.signIns,
      listOf: lists.signInsBy,
      shows: t("shows.signIns"),
    },
    {
      key: "refusals",
      points: overview.refusals,
      group: "reason",
      to: lists.refusals,
      listOf: lists.refusalsBy,
      shows: t("shows.refusals"),
    },
    { key: "active", points: overview.active, group: "only", to: lists.active, shows: t("shows.active") },
  ] as const;
  return charts.map(({ key, points, group, to, ...more }) => {
    const of = { only: t("people"), ...("listOf" in more && { listOf: more.listOf }) };
    const { figures, times } = overTime(points, overview, group, of);
    const title = t(key);
    const most = Math.max(0, ...(figures.series[0]?.values ?? []));
    const value =
      key === "active" && !overview.byHour
        ? t("mostInADay", { number: number(most) })
        : number(totalOf(figures));
    const toDay = (at: number) => {
      const day = times[at];
      if (day) setParams({ day });
    };
    return (
      <FigureCard
        key={key}
        title={title}
        value={value}
        to={to}
        {...("shows" in more && { shows: more.shows })}
        figures={figures}
        fileName={`atrium-${key}-${overview.to}`}
      >
        <Columns title={title} figures={figures} {...(!overview.byHour && { onChoose: toDay })} />
      </FigureCard>
    );
  });
}

function Opened({ overview }: { overview: Overview }) {
  const { t } = useTranslation("insight");
  const { ranked } = useFigures();
  const lists = useLists(overview);
  const rows = overview.opened.map(({ name, count }) => ({ name, count, list: lists.product(name) }));
  const figures = ranked(t("product"), t("openings"), rows);
  return (
    <FigureCard
      title={t("opened")}
      to={lists.opened}
      shows={t("shows.opened")}
      tall
      figures={figures}
      fileName={`atrium-opened-${overview.to}`}
    >
      <Ranks figures={figures} />
    </FigureCard>
  );
}

function Decided({ overview }: { overview: Overview }) {
  const { t } = useTranslation("insight");
  const { number } = useFormats();
  const { decided, span } = useFigures();
  const lists = useLists(overview);
  const { averageMinutes, count } = overview.decided;
  const figures = decided(overview.decided);
  const value =
    averageMinutes == null
      ? number(count)
      : t("onAverage", { number: number(count), span: span(averageMinutes) });
  return (
    <FigureCard
      title={t("decided")}
      value={value}
      to={lists.decided}
      figures={figures}
      fileName={`atrium-decided-${overview.to}`}
    >
      <Ranks figures={figures} />
    </FigureCard>
  );
}
