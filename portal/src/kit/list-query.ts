import type { UseQueryOptions } from "@tanstack/react-query";
import type { FilterOf, ListPath, RowOf } from "../api/call";
import { dataOf } from "../api/client";
import type { KeptName } from "../api/kept";
import type { Services } from "../api/services";
import type { ListPage, Paging } from "./use-list-query";

/** The call of a list: its rows, and the names of its filters. */
export type ListQuery<Row, Name extends string> = (
  services: Pick<Services, "api">,
  paging: Paging<Name>,
) => UseQueryOptions<ListPage<Row>, Error, ListPage<Row>>;

type Asked<P extends ListPath> = (filters: Partial<Record<FilterOf<P>, string>>) => object;

/**
 * The query of a list by pages, kept under `name`, or under its path if no call of the portal changes it. Filters are
 * sent to the server as they are in the address; `asked` converts filters with another format, such as days.
 */
export function listQuery<P extends ListPath>(
  name: KeptName,
  path: P,
  asked?: Asked<P>,
): ListQuery<RowOf<P>, FilterOf<P>>;
export function listQuery<P extends ListPath>(path: P, asked?: Asked<P>): ListQuery<RowOf<P>, FilterOf<P>>;
export function listQuery<P extends ListPath>(
  name: KeptName | P,
  ...rest: [P, Asked<P>?] | [Asked<P>?]
): ListQuery<RowOf<P>, FilterOf<P>> {
  const [first, second] = rest;
  const path = (typeof first === "string" ? first : name) as P;
  const asked = typeof first === "string" ? second : first;
  return ({ api }, { filters, ...paging }) => {
    const query = { ...paging, ...(asked ? asked(filters) : filters) };
    // The names are checked against the path above; the client's own types do not follow a path that is a parameter.
    const call = api.GET as (path: P, init: object) => Parameters<typeof dataOf<ListPage<RowOf<P>>>>[0];
    return {
      queryKey: typeof first === "string" ? [name, path, query] : [path, query],
      queryFn: ({ signal }) => dataOf(call(path, { params: { query }, signal })),
    };
  };
}
