import type { OptionSource } from "../use-search";

/** A filter of a list; `name` is its parameter in the address and in the call. */
export type Filter<Name extends string = string> =
  /** The chip shows `shown` instead of an id. */
  | { kind: "text"; name: Name; label: string; shown?: string | undefined }
  /** `any` is the word for the rows without this filter. */
  | {
      kind: "select";
      name: Name;
      label: string;
      options: readonly { value: string; label: string }[];
      any?: string;
    }
  | { kind: "search"; name: Name; label: string; source: OptionSource }
  /** The first and the last day, as two parameters. `label` says which days, where it is not plain. */
  | { kind: "days"; name: Name; until: Name; label?: string }
  /** A chip without a field, for a filter that is set elsewhere. It shows `value`; `with` has its other parameters. */
  | { kind: "chip"; name: Name; with?: readonly Name[]; label: string; value: string };

/** The parameters of all these filters, for `useTableState`. */
export function filterNames(filters: readonly Filter[]): string[] {
  return filters.flatMap(namesOf);
}

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

/** The texts for the first and the last day of a filter. */
export function dayTexts(label: string | undefined) {
  return label
    ? ({ first: "filter.from", last: "filter.to" } as const)
    : ({ first: "filter.first", last: "filter.last" } as const);
}
