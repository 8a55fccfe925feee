import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { rememberedSort, rememberSort } from "./remembered-sort";
import { rememberedRows, rememberRows, sizeOf } from "./rows-per-page";

/** A page, by its number, or by a cursor of the server behind the numbered pages. */
export type PagePlace = { page: number } | { cursor: string };

export interface TableState {
  /** From 1; ignored if there is a `cursor`. */
  page: number;
  pageSize: number;
  /** A cursor of the server; empty on numbered pages. */
  cursor: string;
  /** The server's name for the order, with `-` in front for descending; empty for the default order. */
  sort: string;
  /** The filters by name, from the address. */
  filters: Record<string, string>;
}

export interface TableControl {
  state: TableState;
  /** `replace` leaves no step for the back button. */
  setPage: (place: PagePlace, how?: { replace: boolean }) => void;
  setPageSize: (size: number) => void;
  /** Switches the order by this name: ascending, then descending, then `usual`, the server's order if none is chosen. */
  setSort: (name: string, usual?: string) => void;
  /** Forgets the order that the browser remembered, if it is in force; false if it is not. The server may not know it. */
  forgetSort?: () => boolean;
  /**
   * Changes filters and goes back to page 1; an empty value takes one out. `replace` while somebody still types, so
   * that the back button does not walk through each letter.
   */
  setFilters: (changes: Record<string, string>, how?: { replace: boolean }) => void;
}

/**
 * Page, size, order and filters of a list. They are in the address, so a link or a reload shows the same rows. The browser
 * remembers the size, and the order under the name `list`.
 */
export function useTableState(filterNames: readonly string[] = [], list = ""): TableControl {
  const [params, setParams] = useSearchParams();
  const [, setForgotten] = useState(0);
  const own = params.get("sort");
  const sort = own ?? rememberedSort(list);
  const state: TableState = {
    page: positive(params.get("page")) ?? 1,
    pageSize: sizeOf(params.get("size")) ?? rememberedRows(),
    cursor: params.get("cursor") ?? "",
    sort,
    filters: Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? ""])),
  };
  // Two changes may come before the next render, so each starts with the latest parameters.
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
    setPage: (place, how) => {
      if ("cursor" in place) change({ cursor: place.cursor }, how);
      else change({ page: place.page > 1 ? String(place.page) : "" }, how);
    },
    setPageSize: (size) => {
      rememberRows(size);
      change({ size: String(size) });
    },
    setSort: (name, usual = "") => {
      const next = afterSort(sort, usual, name);
      rememberSort(list, next);
      change({ sort: next });
    },
    forgetSort: () => {
      if (own !== null || !sort) return false;
      rememberSort(list, "");
      setForgotten((count) => count + 1);
      return true;
    },
    setFilters: change,
  };
}

/** `usual` is in force while no order is chosen. */
function afterSort(chosen: string, usual: string, name: string): string {
  const now = chosen || usual;
  const back = [name, `-${name}`].includes(usual) ? name : "";
  const next = now === name ? `-${name}` : now === `-${name}` ? back : name;
  return next === usual ? "" : next;
}

function positive(text: string | null): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
