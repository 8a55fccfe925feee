import { Box } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useFormats } from "../../../i18n/use-formats";
import { Segments } from "../../../kit/segments";
import type { Span } from "../queries";

/** The first is shown without a parameter. */
const SPANS = ["28", "1", "7", "90", "400"] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The days in the address. */
export function useSpan(): { span: Span; shown: string; day: string } {
  const [params] = useSearchParams();
  const day = params.get("day") ?? "";
  if (DAY.test(day)) return { span: { from: day, to: day }, shown: "", day };
  const shown = SPANS.find((one) => one === params.get("span")) ?? SPANS[0];
  return { span: { days: Number(shown) }, shown, day: "" };
}

/** For how long the figures are, as links. */
export function SpanChoice() {
  const { t } = useTranslation("insight");
  const { number, day: dayOf } = useFormats();
  const { shown, day } = useSpan();
  const parts = SPANS.map((value) => ({
    value,
    label:
      value === "1"
        ? t("span.today")
        : t("span.days", { count: Number(value), number: number(Number(value)) }),
  }));
  return (
    <Box marginBottom="4">
      <Segments label={t("span")} name="span" parts={parts} shown={shown} drop={["day"]} />
      {day && (
        <Box as="p" margin="0" marginTop="2" fontSize="sm" color="fg.muted">
          {t("span.ofDay", { day: dayOf(day) })}
        </Box>
      )}
    </Box>
  );
}
