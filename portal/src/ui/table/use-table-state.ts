import { useSearchParams } from "react-router";

export const PAGE_SIZES = [10, 20, 50, 100] as const;

export interface TableState {
  /** From 1. */
  page: number;
  pageSize: number;
  /** The filters of the list by name, as they stand in the address. */
  filters: Record<string, string>;
}

export interface TableControl {
  state: TableState;
  setPage: (page: number) => void;
  setPageSize: (size: number) => void;
  /** Changes one filter and goes back to page 1; an empty value takes it out. */
  setFilter: (name: string, value: string) => void;
}

/** Page, size and filters of a list, kept in the address so that a link or a reload shows the same rows. */
export function useTableState(filterNames: readonly string[] = []): TableControl {
  const [params, setParams] = useSearchParams();
  const state: TableState = {
    page: positive(params.get("page")) ?? 1,
    pageSize: PAGE_SIZES.find((size) => size === Number(params.get("size"))) ?? 10,
    filters: Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? ""])),
  };
  const change = (changes: Record<string, string>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  return {
    state,
    setPage: (page) => change({ page: page > 1 ? String(page) : "" }),
    setPageSize: (size) => change({ size: size === 10 ? "" : String(size), page: "" }),
    setFilter: (name, value) => change({ [name]: value, page: "" }),
  };
}

function positive(text: string | null): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
