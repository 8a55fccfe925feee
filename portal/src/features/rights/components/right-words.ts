import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/use-formats";
import type { Both, SwitchManyWords, SwitchOneWords } from "../../../kit/switching/switch-words";
import { STATUS, type Assigned, type Right } from "../queries";

/** What is said when access rights are switched on or off (C-026). */
export function useRightSwitch(): Both<SwitchOneWords & SwitchManyWords> {
  const { t } = useTranslation("rights");
  return {
    on: {
      action: t("turnOn"),
      question: (name) => t("turnOn.question", { name }),
      consequence: t("draft.consequence"),
      done: (name) => t("draft.turnsOn", { name }),
      many: (count) => t("turnOn.many", { count }),
      manyConsequence: t("draft.consequence"),
      manyDone: (count) => t("draft.manySaved", { count }),
    },
    off: {
      action: t("turnOff"),
      question: (name) => t("turnOff.question", { name }),
      consequence: t("draft.consequence"),
      done: (name) => t("draft.turnsOff", { name }),
      many: (count) => t("turnOff.many", { count }),
      manyConsequence: t("draft.consequence"),
      manyDone: (count) => t("draft.manySaved", { count }),
    },
  };
}

/** Whether somebody is given the access right, now or once it is confirmed. */
export function gives({ state }: Assigned): boolean {
  return state !== "removed";
}

/** What will be different once an access right is confirmed, a sentence for each. */
export function useDraftWords() {
  const { t } = useTranslation("rights");
  const { list } = useFormats();
  return ({ publishedAccess: published, ...right }: Right): string[] => {
    const fields: [string, string, string][] = published
      ? [
          [t("name"), published.accessName, right.accessName],
          [t("code"), published.accessCode, right.accessCode],
          [t("type"), t(`type.${published.type}`), t(`type.${right.type}`)],
          [t("module"), published.moduleName, right.moduleName],
          [t("desc"), published.desc, right.desc],
          [t("status"), t(`status.${STATUS[published.status]}`), t(`status.${STATUS[right.status]}`)],
        ]
      : [];
    const sets = [
      { field: t("groups"), all: right.groups },
      { field: t("roles"), all: right.roles },
      { field: t("clients"), all: right.clients },
      { field: t("divisions"), all: right.divisions },
      { field: t("brands"), all: right.brands },
    ];
    const names = (all: Assigned[], state: Assigned["state"]) =>
      list(all.filter((one) => one.state === state).map(({ name }) => name));
    return [
      ...(published ? [] : [t("draft.new")]),
      ...fields
        .filter(([, before, after]) => before !== after)
        .map(([field, from, to]) =>
          t("draft.field", { field, from: from || t("none"), to: to || t("none") }),
        ),
      ...sets.flatMap(({ field, all }) => [
        ...(names(all, "added") ? [t("draft.added", { field, names: names(all, "added") })] : []),
        ...(names(all, "removed") ? [t("draft.removed", { field, names: names(all, "removed") })] : []),
      ]),
    ];
  };
}
