import { Box, Button, Skeleton, Table } from "@chakra-ui/react";
import { Inbox, SearchX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { table } from "../../theme/recipes/table";
import { LIST_PLACE } from "../../theme/widths";
import { Notice } from "../notice";
import { ColumnHead, PlainHead } from "./column-head";
import { BUTTONS, DataRow, LAST_IN_SIGHT, minorOf } from "./data-row";
import { RowMenu, type RowAction } from "./row-menu";
import { useTicks } from "./row-tick";
import { SelectionBar } from "./selection-bar";
import type { Column, TablePage } from "./table-page";
import { TablePager } from "./table-pager";
import { useCutLines } from "./use-cut-lines";
import { useKeptFocus } from "../use-kept-focus";
import { useSelection, type Selection } from "./use-selection";
import type { TableControl } from "./use-table-state";

export interface DataTableProps<Row> {
  /** The name of the table for screen readers. */
  label: string;
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  /** The name of a row, for its checkbox and its menu. */
  rowName?: (row: Row) => string;
  control: TableControl;
  /** Undefined while the first page loads. */
  page: TablePage<Row> | undefined;
  /** The text of a failure, and how to try again. */
  failure?: { text: string; requestId?: string | undefined; retry: () => void } | undefined;
  /** What an empty list says: that there is none, and what the things are for. */
  empty?: string;
  /** The action that an empty list offers. */
  emptyAction?: ReactNode;
  /** The entries of the menu at the end of a row. */
  rowActions?: (row: Row) => RowAction[];
  /** The actions for selected rows. Without it rows have no checkbox. */
  bulk?: (selection: Selection<Row>) => ReactNode;
}

/** A list with paging by the server. It shows one of: loading, failed, empty, nothing found, rows. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rowKey, rowName = rowKey, control, page, failure, empty, emptyAction } = props;
  const { rowActions, bulk } = props;
  const { t } = useTranslation(["list", "ui", "dc"]);
  const keptFocus = useKeptFocus<HTMLDivElement>(page?.rows);
  const cutLines = useCutLines<HTMLTableElement>();
  const { filters } = control.state;
  const rows = page?.rows ?? [];
  const selection = useSelection(rowKey, filters, rows);
  const ticks = useTicks({ selection, rows, rowKey, rowName });
  if (failure) {
    return (
      <Notice icon={TriangleAlert} heading={failure.text} requestId={failure.requestId}>
        <Button variant="outline" onClick={failure.retry}>
          {t("ui:retry")}
        </Button>
      </Notice>
    );
  }
  if (page?.total === 0) {
    const filtered = Object.keys(filters).filter((name) => filters[name]);
    if (filtered.length === 0)
      return (
        <Notice icon={Inbox} heading={empty ?? t("dc:数据为空")}>
          {emptyAction}
        </Notice>
      );
    const cleared = Object.fromEntries(filtered.map((name) => [name, ""]));
    return (
      <Notice icon={SearchX} heading={t("list:nothingFound")}>
        <Button variant="outline" onClick={() => control.setFilters(cleared)}>
          {t("list:filter.clearAll")}
        </Button>
      </Notice>
    );
  }
  const seen = rows.filter((row) => selection.has(rowKey(row))).length;
  const placeholders = Array.from({ length: control.state.pageSize }, (_, row) => row);
  const hasControls = bulk !== undefined || columns.some(({ sort }) => sort !== undefined);
  return (
    <Box border="1px solid" borderColor="border" borderRadius="card" background="bg.panel">
      <Box
        css={LIST_PLACE}
        // On a phone only the corners are cut.
        overflow={{ base: "clip", md: "auto" }}
        maxHeight={{ md: HEIGHT }}
        borderTopRadius="card"
        tabIndex={0}
        role="region"
        aria-label={label}
        {...keptFocus}
      >
        <Table.Root
          ref={cutLines}
          recipe={table}
          role="table"
          aria-label={label}
          aria-busy={page === undefined}
        >
          <Table.Header role="rowgroup">
            <Table.Row role="row" mdDown={hasControls ? CONTROLS : { srOnly: true }}>
              {bulk && (
                <Table.ColumnHeader role="columnheader" scope="col" width={{ md: "10" }} paddingInlineEnd="0">
                  {ticks.all}
                </Table.ColumnHeader>
              )}
              {columns.map((column) => (
                <ColumnHead
                  key={column.key}
                  column={column}
                  control={control}
                  usual={page?.sort}
                  {...(column.buttons && { css: BUTTONS, zIndex: "2" })}
                  {...(column.minor && { css: minorOf(column) })}
                />
              ))}
              {rowActions && (
                <PlainHead width={{ md: "14" }} css={LAST_IN_SIGHT} zIndex="2">
                  <Box as="span" srOnly>
                    {t("list:row.head")}
                  </Box>
                </PlainHead>
              )}
            </Table.Row>
          </Table.Header>
          <Table.Body role="rowgroup">
            {page === undefined &&
              placeholders.map((row) => (
                <DataRow
                  key={row}
                  columns={columns}
                  of={() => <Skeleton height="5" width="80%" />}
                  {...(bulk && { tick: <Skeleton boxSize="5" /> })}
                  {...(rowActions && { menu: <Skeleton height="5" width="80%" /> })}
                />
              ))}
            {rows.map((row) => {
              const key = rowKey(row);
              return (
                <DataRow
                  key={key}
                  columns={columns}
                  selected={selection.has(key)}
                  of={({ cell }) => cell(row)}
                  {...(bulk && { tick: ticks.of(row) })}
                  {...(rowActions && { menu: <RowMenu name={rowName(row)} actions={rowActions(row)} /> })}
                />
              );
            })}
          </Table.Body>
        </Table.Root>
      </Box>
      {page && <TablePager control={control} page={page} />}
      {bulk && (
        <SelectionBar
          count={selection.rows.length}
          elsewhere={selection.rows.length - seen}
          onClear={selection.clear}
        >
          {bulk(selection)}
        </SelectionBar>
      )}
    </Box>
  );
}

/**
 * With pages and footer it is not higher than the screen below the header (`app/shell`), so that the sticky head stays in sight
 * where the page ends. On a low screen it keeps some rows.
 */
const HEIGHT = "max(240px, 100dvh - var(--header, 56px) - 140px)";

/** On a phone the head of the list has the checkbox for all rows and the buttons that order them. */
const CONTROLS = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  columnGap: "4",
  paddingBlock: "1",
  background: "bg.subtle",
  borderBottom: "1px solid",
  borderColor: "border",
};
