import { Button } from "@chakra-ui/react";
import { useState, type ReactNode } from "react";
import type { CoveredBy, KeptName } from "../../api/kept";
import type { Written } from "../../api/write";
import type { Selection } from "../../ui/table/use-selection";
import { BulkDialog } from "../bulk-dialog";
import type { Both, SwitchManyWords } from "./switch-words";

interface BulkSwitchProps<Row, Name extends KeptName> {
  selection: Selection<Row>;
  /** The ticked rows that can be switched, if not all can. */
  rows?: Row[];
  rowKey: (row: Row) => string;
  rowName: (row: Row) => string;
  words: Both<SwitchManyWords>;
  /** Switches one row on, or off. */
  call: (row: Row, on: boolean) => Promise<Written<CoveredBy<Name>, unknown>>;
  refresh: readonly Name[];
  /** Said before the consequence, for example which rows are left out. */
  children?: ReactNode;
}

/** Switches the rows that are ticked on or off. */
export function BulkSwitch<Row, Name extends KeptName>(props: BulkSwitchProps<Row, Name>) {
  const { selection, rows = selection.rows, rowKey, rowName, words, call, refresh, children } = props;
  const [work, setWork] = useState<{ on: boolean; rows: Row[] }>();
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set());
  const begin = (on: boolean) => () => {
    setWork({ on, rows });
    setTried(new Set());
  };
  const said = words[work?.on ? "on" : "off"];
  const none = rows.length === 0;
  // A failed row is tried again with the values that the list shows by then. Until then it keeps the values of the
  // question.
  const again = selection.rows.filter((row) => tried.has(rowKey(row)));
  const newest = new Map(again.map((row) => [rowKey(row), row]));
  return (
    <>
      <Button variant="outline" size="sm" disabled={none} onClick={begin(true)}>
        {words.on.action}
      </Button>
      <Button variant="outline" size="sm" color="danger" disabled={none} onClick={begin(false)}>
        {words.off.action}
      </Button>
      {work && (
        <BulkDialog
          title={said.many(work.rows.length)}
          action={said.action}
          destructive={!work.on}
          rows={work.rows.map((row) => newest.get(rowKey(row)) ?? row)}
          rowKey={rowKey}
          rowName={rowName}
          call={(row) => {
            setTried((before) => new Set(before).add(rowKey(row)));
            return call(row, work.on);
          }}
          done={said.manyDone}
          refresh={refresh}
          onDone={(done) => selection.set(done, false)}
          onClose={() => setWork(undefined)}
        >
          {children}
          {said.manyConsequence}
        </BulkDialog>
      )}
    </>
  );
}
