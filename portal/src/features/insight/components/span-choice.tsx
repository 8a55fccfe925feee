import { Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useFormats } from "../../../i18n/use-formats";
import { Segments } from "../../../kit/segments";
import type { Span } from "../queries";

const SPANS = ["1", "7", "28", "90", "400"] as const;
/** Shown without a parameter. */
const USUAL = "28";
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The days in the address. */
export function useSpan(): { span: Span; shown: string; day: string } {
  const [params] = useSearchParams();
  const day = params.get("day") ?? "";
  if (DAY.test(day)) return { span: { from: day, to: day }, shown: "", day };
  const shown = SPANS.find((one) => one === params.get("span")) ?? USUAL;
  return { span: { days: Number(shown) }, shown, day: "" };
}

/** For how long the figures are, as links. */
export function SpanChoice() {
  const { t } = useTranslation("insight");
  const { number } = useFormats();
  const { shown } = useSpan();
  const parts = SPANS.map((value) => ({
    value,
    label:
      value === "1"
        ? t("span.today")
        : t("span.days", { count: Number(value), number: number(Number(value)) }),
  }));
  return <Segments label={t("span")} name="span" parts={parts} shown={shown} usual={USUAL} drop={["day"]} />;
}

/** The day whose hours are shown, if the address names one. */
export function ChosenDay() {
  const { t } = useTranslation("insight");
  const { day: dayOf } = useFormats();
  const { day } = useSpan();
  if (!day) return null;
  return (
    <Text margin="0" marginBottom="3" fontSize="sm" color="fg.muted">
      {t("span.ofDay", { day: dayOf(day) })}
    </Text>
  );
}
