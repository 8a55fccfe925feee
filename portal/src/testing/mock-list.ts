import type { FilterOf, ListPath, QueryOf, RowOf } from "../api/call";
import type { Mock } from "./mocks";

interface MockedList<P extends ListPath, Row> {
  /** Returns all current rows of the server. */
  rows: () => Row[];
  /** For each filter, whether a row matches its value. A query with another filter fails. */
  filters: Partial<Record<FilterOf<P>, (row: Row, value: string) => boolean>>;
  /** For each order name of the server, the value to sort by. */
  sorts: Record<string, (row: Row) => string | number>;
  /** Returns the fields that the list shows, if a row has more fields. */
  shown?: (row: Row) => RowOf<P>;
}

type Query<P extends ListPath> = { [Name in keyof QueryOf<P, "get">]?: string };

/**
 * Mocks a list with filters, order, numbered pages and cursors. `asked` collects its queries. A row, a filter or a path
 * that is not in the OpenAPI document does not compile.
 */
export function mockList<P extends ListPath, Row = RowOf<P>>(
  path: P,
  { rows, filters, sorts, shown }: MockedList<P, Row>,
): Mock & { asked: Query<P>[] } {
  const asked: Query<P>[] = [];
  const reply: Mock["reply"] = ({ query }) => {
    asked.push(query);
    const { pageNum = "1", pageSize = "10", cursor = pageNum, sort, ...given } = query;
    const found = Object.entries(given).reduce((left, [name, value]) => {
      const lets = filters[name as FilterOf<P>];
      if (!lets) throw new Error(`the mock of ${path} has no filter ${name}`);
      return left.filter((row) => lets(row, value));
    }, rows());
    const sorted = sort ? inOrder(found, sort) : found;
    const size = Number(pageSize);
    const last = Math.max(1, Math.ceil(found.length / size));
    const page = Math.min(Number(cursor), last);
    const data = {
      list: sorted.slice((page - 1) * size, page * size).map((row) => shown?.(row) ?? row),
      total: found.length,
      more: false,
      sort: sort ?? "",
      pageNum: page,
      ...(page > 1 && { previous: String(page - 1) }),
      ...(page < last && { next: String(page + 1), last: String(last) }),
    };
    return Promise.resolve({ kind: "success", data });
  };
  const inOrder = (found: Row[], sort: string) => {
    const by = sorts[sort.replace("-", "")];
    if (!by) throw new Error(`the mock of ${path} has no order ${sort}`);
    const sign = sort.startsWith("-") ? -1 : 1;
    return found.toSorted((a, b) => sign * (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0));
  };
  return { method: "get", path, reply, asked };
}

/** Whether `text` contains `part`. Ignores case, as the server's search does. */
export function hasPart(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}
