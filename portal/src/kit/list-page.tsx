import type { ReactNode } from "react";
import { usePageTitle } from "../access/nav";
import { useFormats } from "../i18n/use-formats";
import { PageHeader } from "../ui/page-header";
import { DataTable, type DataTableProps } from "../ui/table/data-table";
import { FilterBar, type Filter } from "./filters/filter-bar";
import { ListDownload, type ListFile } from "./list-download";

type Table<Row> = Omit<DataTableProps<Row>, "label" | "control" | "page" | "failure">;

interface ListPageProps<Row> extends Table<Row> {
  /** What `useList` answers. */
  list: Pick<DataTableProps<Row>, "control" | "page" | "failure"> & { filters: readonly Filter[] };
  /** The one main action of the page. */
  action?: ReactNode;
  /** Leads to pages that belong together with this one. */
  tabs?: ReactNode;
  /** The file that the list downloads as. */
  file?: ListFile;
}

/** A page that is a list: its name, the number of rows, its filters, and its rows. */
export function ListPage<Row>({ list, action, tabs, file, ...table }: ListPageProps<Row>) {
  const { filters, ...shown } = list;
  const { number } = useFormats();
  const title = usePageTitle();
  // A list without rows has nothing to look for or to download.
  const none = shown.page?.total === 0 && Object.values(shown.control.state.filters).every((value) => !value);
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
            {action}
          </>
        }
        {...(count !== undefined && { count })}
      />
      {tabs}
      {filters.length > 0 && !none && <FilterBar control={shown.control} filters={filters} />}
      <DataTable label={title} {...table} {...shown} />
    </>
  );
}
