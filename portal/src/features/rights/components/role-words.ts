import { useTranslation } from "react-i18next";
import type { Both, SwitchManyWords, SwitchOneWords } from "../../../kit/switching/switch-words";

/** What is said when roles are switched on or off (C-052). */
export function useRoleSwitch(): Both<SwitchOneWords & SwitchManyWords> {
  const { t } = useTranslation("rights");
  return {
    on: {
      action: t("turnOn"),
      question: (name) => t("turnOn.question", { name }),
      consequence: t("role.turnOn.consequence"),
      done: (name) => t("role.turnOn.done", { name }),
      many: (count) => t("role.turnOn.many", { count }),
      manyConsequence: t("role.turnOn.consequence"),
      manyDone: (count) => t("role.turnOn.manyDone", { count }),
    },
    off: {
      action: t("turnOff"),
      question: (name) => t("turnOff.question", { name }),
      consequence: t("role.turnOff.consequence"),
      done: (name) => t("role.turnOff.done", { name }),
      many: (count) => t("role.turnOff.many", { count }),
      manyConsequence: t("role.turnOff.consequence"),
      manyDone: (count) => t("role.turnOff.manyDone", { count }),
    },
  };
}
