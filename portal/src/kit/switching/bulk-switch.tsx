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
  /** Reads a row that has failed, for changes that send the version of the row. */
  reread?: (row: Row) => Promise<Row>;
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
  const { selection, rows = selection.rows, reread, rowKey, rowName, words, call, refresh, children } = props;
  const [work, setWork] = useState<{ on: boolean; rows: Row[] }>();
  const begin = (on: boolean) => () => setWork({ on, rows });
  const said = words[work?.on ? "on" : "off"];
  const none = rows.length === 0;
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
          rows={work.rows}
          reread={reread}
          rowKey={rowKey}
          rowName={rowName}
          call={(row) => call(row, work.on)}
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
