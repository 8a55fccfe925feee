import { Box, Flex } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { NotThereYet } from "../../../kit/not-there-yet";
import { CATEGORIES, type FeedbackWeek } from "../feedback";
import { weeksQuery } from "../queries";

/** The looks of the categories, in their order. They differ in lightness too; the table has the numbers. */
const COLORS = ["accent.fg", "success", "danger", "border.control"] as const;

/** A bar for each week, in parts for the categories, and a table with the same numbers. */
export default function WeekPlot() {
  const { data, error, refetch } = useQuery(weeksQuery(useServices()));
  if (!data) return <NotThereYet error={error} onRetry={() => void refetch()} lines={4} height="10" />;
  return (
    <Box marginTop="3">
      <Bars weeks={data} />
      <Numbers weeks={data} />
    </Box>
  );
}

const DAY_MS = 86_400_000;

function totalOf({ counts }: FeedbackWeek): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** The last day of the week that begins on this Monday. */
function sundayOf(monday: string): string {
  return new Date(Date.parse(monday) + 6 * DAY_MS).toISOString().slice(0, 10);
}

/** Only for the eye: the table says the same. */
function Bars({ weeks }: { weeks: FeedbackWeek[] }) {
  const { t } = useTranslation("feedback");
  const most = Math.max(1, ...weeks.map(totalOf));
  return (
    <Box aria-hidden>
      <Flex align="flex-end" gap="1" height="120px" borderBottom="1px solid" borderColor="border.control">
        {weeks.map((week) => (
          <Flex key={week.week} direction="column-reverse" flex="1" height="full" maxWidth="48px">
            {week.counts.map(({ categoryId, count }, place) => (
              <Box
                key={categoryId}
                background={COLORS[place]}
                style={{ height: `${(100 * count) / most}%` }}
                forcedColorAdjust="none"
              />
            ))}
          </Flex>
        ))}
      </Flex>
      <Flex gap="4" wrap="wrap" marginTop="2" fontSize="sm" color="fg.muted">
        {CATEGORIES.map((category, place) => (
          <Flex key={category} align="center" gap="1.5">
            <Box boxSize="2.5" background={COLORS[place]} forcedColorAdjust="none" />
            {t(`category.${category}`)}
          </Flex>
        ))}
      </Flex>
    </Box>
  );
}

function Numbers({ weeks }: { weeks: FeedbackWeek[] }) {
  const { t } = useTranslation("feedback");
  const { day, number } = useFormats();
  return (
    <Box overflowX="auto" tabIndex={0} role="group" aria-label={t("weeks")} marginTop="3">
      <Box as="table" fontSize="sm" css={TABLE}>
        <thead>
          <tr>
            <th scope="col">{t("weeks.week")}</th>
            {CATEGORIES.map((category) => (
              <th key={category} scope="col">
                {t(`category.${category}`)}
              </th>
            ))}
            <th scope="col">{t("weeks.total")}</th>
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map((week) => (
            <tr key={week.week}>
              <th scope="row">
                <Box asChild color="accent.fg" display="inline-block" paddingBlock="1">
                  <Link to={`?since=${week.week}&before=${sundayOf(week.week)}`}>{day(week.week)}</Link>
                </Box>
              </th>
              {week.counts.map(({ categoryId, count }) => (
                <td key={categoryId}>{number(count)}</td>
              ))}
              <td>{number(totalOf(week))}</td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

const TABLE = {
  borderCollapse: "collapse",
  fontVariantNumeric: "tabular-nums",
  "& th, & td": { padding: "1 3", textAlign: "end", fontWeight: "normal", whiteSpace: "nowrap" },
  "& th:first-of-type": { textAlign: "start" },
  "& thead th": { color: "fg.muted" },
  "& tbody tr": { borderTop: "1px solid", borderColor: "border" },
};
