import { useState } from "react";

/** The rows that were ticked. Only rows that were in sight can be; other pages keep their ticks, other filters do not. */
export interface Selection<Row> {
  /** In the order they were ticked. */
  rows: Row[];
  has: (key: string) => boolean;
  /** Ticks or unticks rows of the page in sight. */
  set: (rows: Row[], on: boolean) => void;
  clear: () => void;
}

/** Which rows of a list are ticked. `of` says which list that is: the ticks go when it becomes another. */
export function useSelection<Row>(rowKey: (row: Row) => string, of: Record<string, string>): Selection<Row> {
  const list = JSON.stringify(of);
  const [ticked, setTicked] = useState({ list, rows: new Map<string, Row>() });
  const rows = ticked.list === list ? ticked.rows : new Map<string, Row>();
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
