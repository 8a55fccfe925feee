import { keepPreviousData, useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { requestIdOf } from "../api/failure";
import { failureText } from "../api/failure-text";
import type { TableControl } from "../ui/table/use-table-state";

/** A page of a list as the server answers it. */
export interface ListPage<Row> {
  list: Row[];
  total: number;
}

/** Which page of a list is asked for, under the server's own names. */
export interface Paging {
  pageNum: number;
  pageSize: number;
  filters: Record<string, string>;
}

/**
 * The page of a list that the address names, as `DataTable` spreads it. The page before stays in sight until the
 * next has come, and a failure is shown in the table's place.
 */
export function useListQuery<Row, Key extends QueryKey>(
  control: TableControl,
  optionsOf: (paging: Paging) => UseQueryOptions<ListPage<Row>, Error, ListPage<Row>, Key>,
) {
  const { page: pageNum, pageSize, filters } = control.state;
  const options = optionsOf({ pageNum, pageSize, filters });
  const { data, error, refetch } = useQuery({
    ...options,
    placeholderData: keepPreviousData,
    meta: { ownMessage: true },
  });
  return {
    control,
    page: data && { rows: data.list, total: data.total },
    failure: error
      ? { text: failureText(error), requestId: requestIdOf(error), retry: () => void refetch() }
      : undefined,
  };
}
