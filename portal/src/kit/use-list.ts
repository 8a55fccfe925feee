import { useServices } from "../api/services";
import { useTableState } from "../ui/table/use-table-state";
import { filterNames, type Filter } from "./filters/filter";
import { useListName } from "./list-name";
import type { ListQuery } from "./list-query";
import { useListQuery } from "./use-list-query";

/**
 * The page of a list that the address names, as `ListPage` takes it. A filter that the OpenAPI document does not have
 * for the list does not compile.
 */
export function useList<Row, Name extends string>(
  query: ListQuery<Row, Name>,
  filters: readonly Filter<NoInfer<Name>>[] = [],
) {
  const services = useServices();
  const control = useTableState(filterNames(filters), useListName());
  return { filters, ...useListQuery(control, (paging) => query(services, paging)) };
}
