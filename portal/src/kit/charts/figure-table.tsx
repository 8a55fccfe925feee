import { Box } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../i18n/use-formats";
import type { Figures } from "./figures";

/** The figures of a chart as a table. */
export function FigureTable({ title, figures }: { title: string; figures: Figures }) {
  const { t } = useTranslation("charts");
  const { number } = useFormats();
  const { head, labels, series } = figures;
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
            {series.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, at) => (
            <tr key={`${at} ${label}`}>
              <th scope="row">{label}</th>
              {series.map(({ key, values }) => (
                <td key={key}>{number(values[at] ?? 0)}</td>
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
  "& :is(th, td):first-of-type": { textAlign: "start", overflowWrap: "anywhere" },
  "& td:first-of-type": { textAlign: "end" },
} as const;
