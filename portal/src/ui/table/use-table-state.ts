import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";

export const PAGE_SIZES = [10, 20, 50, 100] as const;

/** Which page: by its number, or by the place that the server named where numbers end. */
export type PagePlace = { page: number } | { cursor: string };

export interface TableState {
  /** From 1; what counts while there is no `cursor`. */
  page: number;
  pageSize: number;
  /** A place in the list that the server named; empty in the numbered part. */
  cursor: string;
  /** The server's name of the order, `-` in front for descending; empty for the list's own. */
  sort: string;
  /** The filters of the list by name, as they stand in the address. */
  filters: Record<string, string>;
}

export interface TableControl {
  state: TableState;
  setPage: (place: PagePlace) => void;
  setPageSize: (size: number) => void;
  /** Orders by this name: ascending, then descending, then as the list comes. */
  setSort: (name: string) => void;
  /**
   * Changes filters and goes back to page 1; an empty value takes one out. `replace` for what is still being typed,
   * so that the back button does not walk through each letter.
   */
  setFilters: (changes: Record<string, string>, how?: { replace: boolean }) => void;
}

/** Page, size, order and filters of a list, kept in the address: a link, a reload and the back button show the same rows. */
export function useTableState(filterNames: readonly string[] = []): TableControl {
  const [params, setParams] = useSearchParams();
  const sort = params.get("sort") ?? "";
  const state: TableState = {
    page: positive(params.get("page")) ?? 1,
    pageSize: PAGE_SIZES.find((size) => size === Number(params.get("size"))) ?? 10,
    cursor: params.get("cursor") ?? "",
    sort,
    filters: Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? ""])),
  };
  // A change may come before the one before it is drawn: each begins with what the address will be.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const change = (changes: Record<string, string>, how = { replace: false }) => {
    const next = new URLSearchParams(latest.current);
    for (const [name, value] of Object.entries({ page: "", cursor: "", ...changes })) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    latest.current = next;
    setParams(next, how);
  };
  return {
    state,
    setPage: (place) => {
      if ("cursor" in place) change({ cursor: place.cursor });
      else change({ page: place.page > 1 ? String(place.page) : "" });
    },
    setPageSize: (size) => change({ size: size === 10 ? "" : String(size) }),
    setSort: (name) => change({ sort: afterSort(sort, name) }),
    setFilters: change,
  };
}

function afterSort(now: string, name: string): string {
  if (now === name) return `-${name}`;
  return now === `-${name}` ? "" : name;
}

function positive(text: string | null): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
