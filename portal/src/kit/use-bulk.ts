import { useEffect, useRef, useState } from "react";
import { failureText } from "../api/failure-text";

export type BulkResult = { kind: "done" } | { kind: "failed"; text: string };

export interface Bulk {
  phase: "asking" | "working" | "over";
  /** The result of each row that was tried, by its key. */
  results: ReadonlyMap<string, BulkResult>;
  stopping: boolean;
  stop: () => void;
}

interface BulkOptions<Row> {
  /** The rows as the question showed them. */
  rows: Row[];
  /** Reads a row that has failed, for changes that send the version of the row. */
  reread?: ((row: Row) => Promise<Row>) | undefined;
  rowKey: (row: Row) => string;
  call: (row: Row) => Promise<unknown>;
  /** Refreshes the lists, before the next press. */
  refresh: () => Promise<unknown>;
}

/** Changes rows one after the other. A stop lets the current row finish; the rest can be tried again. */
export function useBulk<Row>({ rows, reread, rowKey, call, refresh }: BulkOptions<Row>) {
  const [phase, setPhase] = useState<Bulk["phase"]>("asking");
  const [results, setResults] = useState<ReadonlyMap<string, BulkResult>>(new Map());
  const [stopping, setStopping] = useState(false);
  const stopped = useRef(false);
  useEffect(() => {
    if (phase !== "working") return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [phase]);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );

  /** Tries the rows that are not done. Gives the rows that are done now, and whether none is left. */
  const run = async () => {
    setStopping(false);
    setPhase("working");
    stopped.current = false;
    const isStopped = () => stopped.current;
    // Somebody may have changed it: with its first version it would be refused for ever.
    const newest = async (row: Row) => (reread && results.has(rowKey(row)) ? reread(row) : row);
    const left = rows.filter((row) => results.get(rowKey(row))?.kind !== "done");
    const finished: Row[] = [];
    const note = (row: Row, result: BulkResult) =>
      setResults((before) => new Map(before).set(rowKey(row), result));
    for (const row of left) {
      if (isStopped()) break;
      try {
        await call(await newest(row));
        finished.push(row);
        note(row, { kind: "done" });
      } catch (error) {
        note(row, { kind: "failed", text: failureText(error) });
      }
    }
    await refresh();
    setPhase("over");
    return { finished, all: finished.length === left.length };
  };
  const stop = () => {
    stopped.current = true;
    setStopping(true);
  };
  return { phase, results, stopping, stop, run };
}
