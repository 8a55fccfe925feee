import { Button, Table, type TableColumnHeaderProps } from "@chakra-ui/react";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { Column } from "./table-page";
import type { TableControl } from "./use-table-state";

interface ColumnHeadProps<Row> extends TableColumnHeaderProps {
  column: Column<Row>;
  control: TableControl;
  /** The order in force, if no order was chosen. */
  usual?: string | undefined;
}

const ORDER = { none: ChevronsUpDown, ascending: ArrowUp, descending: ArrowDown };

/** The head of a column. If the server can order by the column, it is a button that shows the order. */
export function ColumnHead<Row>({ column, control, usual, ...head }: ColumnHeadProps<Row>) {
  const { header, align = "start", sort } = column;
  if (sort === undefined) return <PlainHead textAlign={align} {...head} children={header} />;
  const order = orderOf(control.state.sort || usual, sort);
  const Icon = ORDER[order];
  return (
    <Table.ColumnHeader role="columnheader" scope="col" textAlign={align} aria-sort={order} {...head}>
      <Button
        variant="ghost"
        size="sm"
        marginInline="-2"
        paddingInline="2"
        color={order === "none" ? "fg.muted" : "fg"}
        onClick={() => control.setSort(sort, usual)}
      >
        {header}
        <Icon size={14} aria-hidden />
      </Button>
    </Table.ColumnHeader>
  );
}

/** A head without a control. On a phone each cell shows it beside its value, so here it is only for screen readers. */
export function PlainHead(head: TableColumnHeaderProps) {
  return <Table.ColumnHeader role="columnheader" scope="col" {...head} mdDown={{ srOnly: true }} />;
}

function orderOf(now: string | undefined, name: string): "none" | "ascending" | "descending" {
  if (now === name) return "ascending";
  return now === `-${name}` ? "descending" : "none";
}
