import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import { FigureCard } from "../../../kit/charts/figure-card";
import { useLists } from "../links";
import type { Overview } from "../queries";
import { useFigures } from "./use-figures";

/** What waits for somebody; and the pages of the portal that are seen most. */
export function Worries({ overview }: { overview: Overview }) {
  const { t } = useTranslation("insight");
  const { number } = useFormats();
  const { ranked } = useFigures();
  const lists = useLists(overview);
  const { waiting, ending, queryTokens, failedMail, pages } = overview;
  const file = (name: string) => `atrium-${name}-${overview.to}`;
  const cards = [
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
      key: "ending",
      to: lists.groups,
      rows: [
        { name: t("in7Days"), count: ending.in7Days },
        { name: t("in30Days"), count: ending.in30Days },
      ],
      of: t("memberships"),
    },
    { key: "queryTokens", to: lists.applications, rows: queryTokens, of: t("tokens") },
    {
      key: "failedMail",
      to: lists.mail,
      rows: [
        { name: t("failedNow"), count: failedMail.now },
        { name: t("failedThen"), count: failedMail.count },
      ],
      of: t("emails"),
    },
    ...(pages
      ? [
          {
            key: "pages" as const,
            to: undefined,
            rows: pages.map(({ route, views }) => ({ name: route, count: views })),
            of: t("views"),
          },
        ]
      : []),
  ] as const;
  return (
    <>
      {cards.map(({ key, to, rows, of }) => (
        <FigureCard
          key={key}
          title={t(key)}
          to={to}
          figures={ranked(t(`head.${key}`), of, rows)}
          fileName={file(key)}
          {...(key === "waiting" && {
            value: number(rows.reduce((sum, { count }) => sum + count, 0)),
          })}
        />
      ))}
    </>
  );
}
