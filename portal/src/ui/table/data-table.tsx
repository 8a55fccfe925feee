import { Box, Button, Skeleton, Table } from "@chakra-ui/react";
import { Inbox, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "../notice";
import { TablePager } from "./table-pager";
import { useKeptFocus } from "./use-kept-focus";
import type { TableControl } from "./use-table-state";

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the end of their column. */
  align?: "start" | "end";
  /** Sentences: where the screen is narrow the list scrolls, rather than break them word by word. */
  prose?: boolean;
}

/** One page of rows as the server gave it. */
export interface TablePage<Row> {
  rows: Row[];
  total: number;
}

interface DataTableProps<Row> {
  /** What the table lists, for those who do not see the heading beside it. */
  label: string;
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  control: TableControl;
  /** Undefined while the first page is on its way. */
  page: TablePage<Row> | undefined;
  /** What failed, in words, with the way to try again. */
  failure?: { text: string; requestId?: string | undefined; retry: () => void } | undefined;
  /** The one action an empty list suggests. */
  emptyAction?: ReactNode;
}

/** A list with paging by the server. Its five faces: loading, failed, empty, full, and the page after. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rowKey, control, page, failure, emptyAction } = props;
  const { t } = useTranslation(["ui", "dc"]);
  const keptFocus = useKeptFocus<HTMLDivElement>(page?.rows);
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
    return (
      <Notice icon={Inbox} heading={t("dc:数据为空")}>
        {emptyAction}
      </Notice>
    );
  }
  return (
    <Box border="1px solid" borderColor="border" borderRadius="card" background="bg.panel" overflow="hidden">
      <Box overflowX="auto" tabIndex={0} role="region" aria-label={label} {...keptFocus}>
        <Table.Root aria-label={label} aria-busy={page === undefined}>
          <Table.Header>
            <Table.Row>
              {columns.map(({ key, header, align }) => (
                <Table.ColumnHeader key={key} scope="col" textAlign={align ?? "start"}>
                  {header}
                </Table.ColumnHeader>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {page
              ? page.rows.map((row) => (
                  <Table.Row key={rowKey(row)}>
                    {columns.map(({ key, cell, align, prose = false }) => (
                      <Table.Cell key={key} textAlign={align ?? "start"} {...(prose && { minWidth: "56" })}>
                        {cell(row)}
                      </Table.Cell>
                    ))}
                  </Table.Row>
                ))
              : Array.from({ length: control.state.pageSize }, (_, row) => (
                  <Table.Row key={row}>
                    {columns.map(({ key }) => (
                      <Table.Cell key={key}>
                        <Skeleton height="5" width="80%" />
                      </Table.Cell>
                    ))}
                  </Table.Row>
                ))}
          </Table.Body>
        </Table.Root>
      </Box>
      {page && <TablePager control={control} total={page.total} />}
    </Box>
  );
}
