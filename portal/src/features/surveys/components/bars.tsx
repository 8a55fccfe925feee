import { Box } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";

interface BarsProps {
  /** What the table is about. */
  label: string;
  counts: readonly { text: string; count: number }[];
  /** How many people have answered. */
  answered: number;
}

/** Fixed, so that the numbers of all questions stand below each other. */
const TABLE = {
  borderCollapse: "collapse",
  tableLayout: "fixed",
  "& td:nth-of-type(-n + 2)": { width: "3.5rem", whiteSpace: "nowrap" },
} as const;

const CELL = {
  paddingBlock: "1.5",
  paddingInlineEnd: "3",
  verticalAlign: "top",
  fontWeight: "normal",
} as const;

/** A bar for each option beside its numbers: the plot and its table in one. */
export function Bars({ label, counts, answered }: BarsProps) {
  const { t } = useTranslation("surveys");
  const { number } = useFormats();
  return (
    <Box as="table" width="full" aria-label={label} css={TABLE}>
      <Box as="thead" srOnly>
        <tr>
          <th scope="col">{t("option")}</th>
          <th scope="col">{t("count")}</th>
          <th scope="col">{t("share")}</th>
          <th scope="col">{t("plot")}</th>
        </tr>
      </Box>
      <tbody>
        {counts.map(({ text, count }, place) => {
          const share = answered > 0 ? (count / answered) * 100 : 0;
          return (
            <tr key={place}>
              <Box as="th" {...{ scope: "row" }} textAlign="start" overflowWrap="anywhere" css={CELL}>
                {text}
              </Box>
              <Box as="td" textAlign="end" fontVariantNumeric="tabular-nums" css={CELL}>
                {number(count)}
              </Box>
              <Box as="td" textAlign="end" color="fg.muted" fontVariantNumeric="tabular-nums" css={CELL}>
                {t("percent", { share: number(Math.round(share)) })}
              </Box>
              <Box as="td" width={{ base: "24%", sm: "40%" }} css={CELL}>
                <Box height="4" background="bg.subtle" borderRadius="control" overflow="hidden" aria-hidden>
                  <Box
                    height="full"
                    background="accent"
                    // Only the width depends on the numbers.
                    style={{ width: `${share}%` }}
                    css={{ "@media (forced-colors: active)": { background: "Highlight" } }}
                  />
                </Box>
              </Box>
            </tr>
          );
        })}
      </tbody>
    </Box>
  );
}
