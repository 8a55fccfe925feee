import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import { UNLIMITED } from "../queries";

/** Words of a quota and costs, as people read them. */
export function useAmounts() {
  const { t } = useTranslation("gateway");
  const { number } = useFormats();
  return {
    words: (words: number) =>
      words === UNLIMITED ? t("words.unlimited") : t("words", { count: words, number: number(words) }),
    /** `cost` is in millionths. Small ones keep what can be read of them. */
    cost: (cost: number, currency: string) => {
      const value = cost / 1_000_000;
      const digits = value > 0 && value < 0.01 ? 4 : 2;
      return `${number(Number(value.toFixed(digits)))} ${currency}`;
    },
  };
}
