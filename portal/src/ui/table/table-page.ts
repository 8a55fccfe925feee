import type { ReactNode } from "react";

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for numbers. */
  align?: "start" | "end";
  /** The server's name for the order by this column, if there is one. */
  sort?: string;
  /** The cells have sentences, which take more lines. The cells of other columns are one line, cut by an ellipsis. */
  prose?: boolean;
  /** Days, moments and statuses: never broken or cut, figures of one width. */
  short?: boolean;
  /** All words that a status of its cells can be. The column has room for each, so it stays as it is when a row changes. */
  words?: readonly string[];
  /**
   * A first column that is not the name: a number, or the control that selects the row. On a phone it stands beside it.
   */
  aside?: boolean;
  /** Left out where the list is narrow; `first` on a laptop beside the side menu too. */
  minor?: boolean | "first";
  /** Shown only after somebody has chosen it in the menu of the columns. */
  off?: boolean;
  /** The last column, with the buttons of a row. It stays visible when the list is wider than its place. */
  buttons?: boolean;
}

/** One page of rows from the server. */
export interface TablePage<Row> {
  rows: Row[];
  /** The number of rows, or their minimum if `more`. */
  total: number;
  more?: boolean;
  /** The order in force, by the server's name, with `-` in front for descending. */
  sort?: string | undefined;
  /** The number of this page; behind the last page it is the last one. Undefined for a page of a cursor. */
  pageNum?: number | undefined;
  /** The cursors of the next, the previous and the last page. */
  next?: string | undefined;
  previous?: string | undefined;
  last?: string | undefined;
}
