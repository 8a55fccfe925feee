import { useTranslation } from "react-i18next";
import type { Both, SwitchManyWords, SwitchOneWords } from "../../../kit/switching/switch-words";

/** What is said when modules are switched on or off (C-028). */
export function useSwitchWords(): Both<SwitchOneWords & SwitchManyWords> {
  const { t } = useTranslation("modules");
  return {
    on: {
      action: t("turnOn"),
      question: (name) => t("turnOn.question", { name }),
      consequence: t("turnOn.consequence"),
      done: (name) => t("turnOn.done", { name }),
      many: (count) => t("turnOn.many", { count }),
      manyConsequence: t("turnOn.consequence"),
      manyDone: (count) => t("turnOn.manyDone", { count }),
    },
    off: {
      action: t("turnOff"),
      question: (name) => t("turnOff.question", { name }),
      consequence: t("turnOff.consequence"),
      done: (name) => t("turnOff.done", { name }),
      many: (count) => t("turnOff.many", { count }),
      manyConsequence: t("turnOff.consequence"),
      manyDone: (count) => t("turnOff.manyDone", { count }),
    },
  };
}
