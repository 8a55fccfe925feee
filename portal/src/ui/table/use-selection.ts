import { useState } from "react";

/** The selected rows. Rows of other pages stay selected; a change of the filters clears the selection. */
export interface Selection<Row> {
  /** In the order of their selection. */
  rows: Row[];
  has: (key: string) => boolean;
  /** Selects or deselects rows of the current page. */
  set: (rows: Row[], on: boolean) => void;
  clear: () => void;
}

/**
 * The selection of a list. The visible rows `shown` are selected with their current values. `of` has the filters: when
 * they change, the selection is cleared.
 */
export function useSelection<Row>(
  rowKey: (row: Row) => string,
  of: Record<string, string>,
  shown: readonly Row[],
): Selection<Row> {
  const list = JSON.stringify(of);
  const [ticked, setTicked] = useState({ list, rows: new Map<string, Row>() });
  const rows = ticked.list === list ? ticked.rows : new Map<string, Row>();
  const changed = shown.filter((row) => {
    const before = rows.get(rowKey(row));
    return before && JSON.stringify(before) !== JSON.stringify(row);
  });
  if (changed.length > 0)
    setTicked({ list, rows: new Map([...rows, ...changed.map((row) => [rowKey(row), row] as const)]) });
  return {
    rows: [...rows.values()],
    has: (key) => rows.has(key),
    set: (changed, on) => {
      const next = new Map(rows);
      for (const row of changed) {
        if (on) next.set(rowKey(row), row);
        else next.delete(rowKey(row));
      }
      setTicked({ list, rows: next });
    },
    clear: () => setTicked({ list, rows: new Map() }),
  };
}
