import { useState } from "react";
import type { Column } from "./table-page";

const STORE = "atrium.columns.";

/** Columns by key: shown or not. A column that nobody chose is missing. */
type Chosen = Record<string, boolean>;

export interface ChosenColumns<Row> {
  /** The columns to show. */
  shown: Column<Row>[];
  /** The columns that one may choose: all but the name, and what stands beside a row. */
  choices: { key: string; header: string; shown: boolean }[];
  choose: (key: string, shown: boolean) => void;
}

/** The columns of a list that this browser remembers; without `list` those that it shows at first. */
export function useChosenColumns<Row>(list: string, columns: Column<Row>[]): ChosenColumns<Row> {
  const [kept, setKept] = useState(() => ({ list, chosen: remembered(list) }));
  const chosen = kept.list === list ? kept.chosen : remembered(list);
  const name = columns.find(({ aside }) => !aside);
  const isFixed = (column: Column<Row>) => column === name || Boolean(column.aside ?? column.buttons);
  const isShown = ({ key, off = false }: Column<Row>) => chosen[key] ?? !off;
  return {
    shown: columns
      .filter((column) => isFixed(column) || isShown(column))
      // A column that somebody has chosen is shown on a narrow screen too.
      .map((column) => (chosen[column.key] ? { ...column, minor: false } : column)),
    choices: columns
      .filter((column) => !isFixed(column))
      .map((column) => ({ key: column.key, header: column.header, shown: isShown(column) })),
    choose: (key, shown) => {
      const next = { ...chosen, [key]: shown };
      setKept({ list, chosen: next });
      remember(list, next);
    },
  };
}

function remembered(list: string): Chosen {
  if (!list) return {};
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORE + list) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean"),
    );
  } catch {
    return {};
  }
}

function remember(list: string, chosen: Chosen): void {
  try {
    localStorage.setItem(STORE + list, JSON.stringify(chosen));
  } catch {
    // Storage is off: the choice lasts as long as the page.
  }
}
