import type { OptionSource } from "../use-search";

/** One filter of a list; `name` is its parameter in the address and in the call. */
export type Filter<Name extends string = string> =
  /** `shown` is what its chip says in place of an id. */
  | { kind: "text"; name: Name; label: string; shown?: string | undefined }
  | { kind: "select"; name: Name; label: string; options: readonly { value: string; label: string }[] }
  | { kind: "search"; name: Name; label: string; source: OptionSource }
  /** Two days, the first and the last, each a parameter of its own. */
  | { kind: "days"; name: Name; until: Name; label: string }
  /** Set elsewhere on the page: a chip without a field. It says `value`; `with` names the other parameters it sets. */
  | { kind: "chip"; name: Name; with?: readonly Name[]; label: string; value: string };

/** The parameters of these filters, for `useTableState`. */
export function filterNames(filters: readonly Filter[]): string[] {
  return filters.flatMap(namesOf);
}

/** The parameters of one filter. */
export function namesOf(filter: Filter): string[] {
  switch (filter.kind) {
    case "days":
      return [filter.name, filter.until];
    case "chip":
      return [filter.name, ...(filter.with ?? [])];
    default:
      return [filter.name];
  }
}
