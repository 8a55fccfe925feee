import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import { UNLIMITED } from "../queries";

/** Words of a quota, as people read them. */
export function useAmounts() {
  const { t } = useTranslation("gateway");
  const { number } = useFormats();
  return {
    words: (words: number) =>
      words === UNLIMITED ? t("words.unlimited") : t("words", { count: words, number: number(words) }),
  };
}
