import { Flex } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { usePageHandle, usePageTitle } from "../access/nav";
import { useFormats } from "../i18n/use-formats";
import { PageHeader } from "../ui/page-header";
import { useChosenColumns } from "../ui/table/chosen-columns";
import { ColumnsMenu } from "../ui/table/columns-menu";
import { DataTable, type DataTableProps } from "../ui/table/data-table";
import { FilterBar, type Filter } from "./filters/filter-bar";
import { useListName } from "./list-name";
import { ListDownload, type ListFile } from "./list-download";

type Table<Row> = Omit<DataTableProps<Row>, "label" | "control" | "page" | "failure">;

interface ListPageProps<Row> extends Table<Row> {
  /** What `useList` answers. */
  list: Pick<DataTableProps<Row>, "control" | "page" | "failure"> & { filters: readonly Filter[] };
  /** The heading; the title of the page by default. */
  title?: string | undefined;
  /** The one main action of the page. */
  action?: ReactNode;
  /** Leads to pages that belong together with this one. */
  tabs?: ReactNode;
  /** The file that the list downloads as. */
  file?: ListFile;
}

/** A page that is a list: its name, the number of rows, its filters, and its rows. */
export function ListPage<Row>({
  list,
  title: heading,
  action,
  tabs,
  file,
  columns,
  ...table
}: ListPageProps<Row>) {
  const { filters, ...shown } = list;
  const { number } = useFormats();
  const ofPage = usePageTitle();
  const title = heading ?? ofPage;
  // A list without rows has nothing to look for or to download, unless it leaves out rows without a filter too.
  const isNarrowed =
    Object.values(shown.control.state.filters).some(Boolean) ||
    filters.some((filter) => filter.kind === "select" && filter.any !== undefined);
  const none = shown.page?.total === 0 && !isNarrowed;
  // The one action of an empty list stands in its middle.
  const inside = none && table.empty !== undefined && action;
  const chosen = useChosenColumns(useListName(), columns);
  // The lists of the administration have more columns than most readers need.
  const hasMenu = usePageHandle()?.page.nav !== undefined && chosen.choices.length > 1;
  const order = shown.control.state.sort || (shown.page?.sort ?? "");
  const ordering = columns.find(({ sort }) => sort !== undefined && order.replace(/^-/, "") === sort);
  const hidden = ordering && !chosen.shown.some(({ key }) => key === ordering.key) ? ordering : undefined;
  const tools = hasMenu && (
    <ColumnsMenu columns={chosen} hidden={hidden && { column: hidden, descending: order.startsWith("-") }} />
  );
  const count = shown.page && `${number(shown.page.total)}${shown.page.more ? "+" : ""}`;
  return (
    <>
      <PageHeader
        title={title}
        action={
          <>
            {file && !none && (
              <ListDownload file={file} title={title} filters={shown.control.state.filters} />
            )}
            {!inside && action}
          </>
        }
        {...(count !== undefined && { count })}
      />
      {tabs}
      {!none &&
        (filters.length > 0 ? (
          <FilterBar control={shown.control} filters={filters} tools={tools} />
        ) : (
          tools && <Flex marginBottom="3">{tools}</Flex>
        ))}
      <DataTable
        label={title}
        {...table}
        {...(inside && { emptyAction: inside })}
        columns={chosen.shown}
        {...shown}
      />
    </>
  );
}
