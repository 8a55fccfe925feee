import { useQuery, type QueryKey, type UseQueryOptions, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiFailure, requestIdOf } from "../api/failure";
import { failureText } from "../api/failure-text";
import type { TableControl } from "../ui/table/use-table-state";
import { showToast } from "../ui/toast/toast-store";
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
  const query = useQuery<Answer, Error, Answer, Key>({
    ...options,
    placeholderData: (before) => before,
    meta: { ownMessage: true },
  });
  const { data, refetch } = query;
  const isStuck = useKeptPage(control, query);
  // Without a connection there is no answer, and no failure either.
  const error = query.error ?? (isStuck ? new ApiFailure("network", "") : null);
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

/**
 * While the browser is offline and the next page cannot load, the address goes back to the page that is shown, and a toast
 * says why. True if the shown rows are not the rows of the address for another reason: other filters, another order.
 */
function useKeptPage(
  { state, setPage }: TableControl,
  {
    data,
    isPlaceholderData,
    fetchStatus,
  }: Pick<UseQueryResult, "data" | "isPlaceholderData" | "fetchStatus">,
): boolean {
  const { page, cursor, ...rest } = state;
  const rows = JSON.stringify(rest);
  const [shown, setShown] = useState({ page, cursor, rows });
  if (data !== undefined && !isPlaceholderData) {
    const isSame = shown.page === page && shown.cursor === cursor && shown.rows === rows;
    if (!isSame) setShown({ page, cursor, rows });
  }
  const isStuck = isPlaceholderData && fetchStatus === "paused";
  const leaves = isStuck && shown.rows === rows;
  useEffect(() => {
    if (!leaves) return;
    setPage(shown.cursor ? { cursor: shown.cursor } : { page: shown.page }, { replace: true });
    showToast({ tone: "warning", text: failureText(new ApiFailure("network", "")) });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each page that does not load
  }, [leaves]);
  return isStuck && !leaves;
}
