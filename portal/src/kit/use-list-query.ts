import { useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { requestIdOf } from "../api/failure";
import { failureText } from "../api/failure-text";
import type { TableControl } from "../ui/table/use-table-state";
import { asked } from "./can-find";

/** A page of a list, as the server sends it. */
export interface ListPage<Row> {
  list: Row[];
  /** The number of rows, or their minimum if `more`. */
  total: number;
  more?: boolean | null;
  /** The order in force. */
  sort?: string;
  pageNum?: number | null;
  /** Values for `cursor` of the next call. */
  next?: string | null;
  previous?: string | null;
  last?: string | null;
}

/** The wanted page of a list, with the server's parameter names. */
export interface Paging<Name extends string = string> {
  pageNum?: number;
  pageSize: number;
  cursor?: string;
  sort?: string;
  filters: Partial<Record<Name, string>>;
}

/**
 * The page of a list that the address names, as `DataTable` spreads it. The previous page stays visible until the next
 * one arrives, and a failure is shown in place of the table.
 */
export function useListQuery<Answer extends ListPage<unknown>, Key extends QueryKey>(
  control: TableControl,
  optionsOf: (paging: Paging) => UseQueryOptions<Answer, Error, Answer, Key>,
) {
  const { page, pageSize, cursor, sort, filters } = control.state;
  const options = optionsOf({
    pageSize,
    ...(cursor ? { cursor } : { pageNum: page }),
    ...(sort && { sort }),
    filters: asked(filters),
  });
  const { data, error, refetch } = useQuery<Answer, Error, Answer, Key>({
    ...options,
    placeholderData: (before) => before,
    meta: { ownMessage: true },
  });
  return {
    control,
    page: data && {
      rows: data.list as Answer["list"],
      total: data.total,
      more: data.more ?? false,
      sort: data.sort,
      pageNum: data.pageNum ?? undefined,
      next: data.next ?? undefined,
      previous: data.previous ?? undefined,
      last: data.last ?? undefined,
    },
    failure: error
      ? {
          text: failureText(error),
          requestId: requestIdOf(error),
          retry: () => {
            if (!control.forgetSort?.()) void refetch();
          },
        }
      : undefined,
  };
}
