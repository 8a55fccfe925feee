import { Box } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../i18n/use-formats";
import type { Figures } from "./figures";
import { ListLink } from "./list-link";

/** The figures of a chart as a table. */
export function FigureTable({ title, figures }: { title: string; figures: Figures }) {
  const { t } = useTranslation("charts");
  const { number } = useFormats();
  const { head, labels, lists, series } = figures;
  return (
    // A long table scrolls; with the keyboard too.
    <Box
      role="group"
      aria-label={t("values", { title })}
      tabIndex={0}
      maxHeight="56"
      overflow="auto"
      marginTop="2"
    >
      <Box as="table" aria-busy={false} width="full" fontSize="sm" css={TABLE}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {series.map(({ key, name, list }) => (
              <th key={key} scope="col">
                <ListLink to={list}>{name}</ListLink>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, at) => (
            <tr key={`${at} ${label}`}>
              <th scope="row">
                <ListLink to={lists?.[at]}>{label}</ListLink>
              </th>
              {series.map((part) => (
                <td key={part.key}>
                  <ListLink to={part.lists?.[at]}>{number(part.values[at] ?? 0)}</ListLink>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

const TABLE = {
  borderCollapse: "collapse",
  "& :is(th, td)": {
    padding: "1",
    textAlign: "end",
    fontVariantNumeric: "tabular-nums",
    borderBottom: "1px solid",
    borderColor: "border",
  },
  "& th": { fontWeight: "medium" },
  // Wide enough for a day in one line; only a longer word breaks.
  "& th:first-of-type": { minWidth: "14ch", textAlign: "start", overflowWrap: "break-word" },
} as const;
