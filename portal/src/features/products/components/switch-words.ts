import { useTranslation } from "react-i18next";
import type { Both, SwitchManyWords, SwitchOneWords } from "../../../kit/switching/switch-words";

/** What is said when products are switched on or off (C-072). */
export function useSwitchWords(): Both<SwitchOneWords & SwitchManyWords> {
  const { t } = useTranslation("products");
  return {
    on: {
      action: t("turnOn"),
      question: (name) => t("turnOn.title", { name }),
      consequence: t("turnOn.consequence"),
      done: (name) => t("turnOn.done", { name }),
      many: () => t("turnOn.many"),
      manyConsequence: t("turnOn.consequence"),
      manyDone: (count) => t("turnOn.manyDone", { count }),
    },
    off: {
      action: t("turnOff"),
      question: (name) => t("turnOff.title", { name }),
      consequence: t("turnOff.consequence"),
      done: (name) => t("turnOff.done", { name }),
      many: () => t("turnOff.many"),
      manyConsequence: t("turnOff.consequence"),
      manyDone: (count) => t("turnOff.manyDone", { count }),
    },
  };
}
