import { usePageHandle } from "../access/nav";

/** The name under which this browser remembers the order and the columns of the page's list. */
export function useListName(): string {
  return usePageHandle()?.page.path ?? "";
}
