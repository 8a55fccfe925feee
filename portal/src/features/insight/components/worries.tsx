import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import { FigureCard } from "../../../kit/charts/figure-card";
import { Ranks } from "../../../kit/charts/ranks";
import { useLists } from "../links";
import type { Overview } from "../queries";
import { useFigures, type Ranked } from "./use-figures";

/** More rows than fit beside other cards. */
const MANY = 5;

interface Card {
  key: "waiting" | "ending" | "queryTokens" | "failedMail" | "pages";
  to?: string | undefined;
  shows?: string;
  rows: Ranked[];
  of: string;
}

/** What waits for somebody; and the pages of the portal that are seen most. */
export function Worries({ overview }: { overview: Overview }) {
  const { t } = useTranslation("insight");
  const { number } = useFormats();
  const { ranked } = useFigures();
  const lists = useLists(overview);
  const { waiting, ending, queryTokens, failedMail, pages } = overview;
  const cards: Card[] = [
    {
      key: "waiting",
      to: lists.requests,
      rows: (["day", "threeDays", "week", "longer"] as const).map((part) => ({
        name: t(`age.${part}`),
        count: waiting[part],
      })),
      of: t("requests"),
    },
    {
      key: "queryTokens",
      to: lists.applications,
      shows: t("shows.queryTokens"),
      rows: queryTokens.map((one) => ({ ...one, list: lists.application(one.clientId) })),
      of: t("tokens"),
    },
    {
      key: "ending",
      to: lists.ending(30),
      shows: t("shows.ending"),
      rows: [
        { name: t("in7Days"), count: ending.in7Days, list: lists.ending(7) },
        { name: t("in30Days"), count: ending.in30Days, list: lists.ending(30) },
      ],
      of: t("memberships"),
    },
    {
      key: "failedMail",
      to: lists.mail,
      shows: t("shows.failedMail"),
      rows: [
        { name: t("failedNow"), count: failedMail.now - failedMail.nowToApplicants, list: lists.mail },
        { name: t("failedApplicants"), count: failedMail.nowToApplicants, list: lists.mailToApplicants },
        { name: t("failedThen"), count: failedMail.count, list: lists.mail },
      ],
      of: t("emails"),
    },
    ...(pages
      ? [
          {
            key: "pages" as const,
            rows: pages.map(({ route, views }) => ({ name: route, count: views })),
            of: t("views"),
          },
        ]
      : []),
  ];
  return cards.map(({ key, to, shows, rows, of }) => {
    const figures = ranked(t(`head.${key}`), of, rows);
    return (
      <FigureCard
        key={key}
        title={t(key)}
        to={to}
        shows={shows}
        figures={figures}
        fileName={`atrium-${key}-${overview.to}`}
        tall={rows.length > MANY}
        {...(key === "waiting" && {
          value: number(rows.reduce((sum, { count }) => sum + count, 0)),
        })}
      >
        <Ranks figures={figures} />
      </FigureCard>
    );
  });
}
