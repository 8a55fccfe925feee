import { useTranslation } from "react-i18next";
import type { Both, SwitchManyWords, SwitchOneWords } from "../../../kit/switching/switch-words";

/** What is said when groups are switched on or off (C-085). */
export function useSwitchWords(): Both<SwitchOneWords & SwitchManyWords> {
  const { t } = useTranslation("groups");
  return {
    on: {
      action: t("enable"),
      question: (name) => t("enable.question", { name }),
      consequence: t("enable.consequence"),
      done: (name) => t("enable.done", { name }),
      many: (count) => t("enable.many", { count }),
      manyConsequence: t("enable.consequence"),
      manyDone: (count) => t("enable.manyDone", { count }),
    },
    off: {
      action: t("disable"),
      question: (name) => t("disable.question", { name }),
      consequence: t("disable.consequence"),
      done: (name) => t("disable.done", { name }),
      many: (count) => t("disable.many", { count }),
      manyConsequence: t("disable.consequence"),
      manyDone: (count) => t("disable.manyDone", { count }),
    },
  };
}
