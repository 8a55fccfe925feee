import { useEffect, useRef, type FocusEvent } from "react";

/**
 * If the row with the focus disappears, the list gets the focus; if the list disappears too, the page does. Otherwise
 * the next Tab would start at the top of the document.
 */
export function useKeptFocus<Element extends HTMLElement>(rows: unknown) {
  const list = useRef<Element>(null);
  const last = useRef<HTMLElement>(null);
  useEffect(() => {
    if (last.current === null || last.current.isConnected) return;
    last.current = null;
    if (document.activeElement !== document.body) return;
    (list.current ?? document.querySelector("main"))?.focus();
  }, [rows]);
  return {
    ref: list,
    onFocus: (event: FocusEvent<HTMLElement>) => {
      last.current = event.target;
    },
    // React reports no blur for elements that it removes, so a removed element is still remembered here.
    onBlur: () => {
      last.current = null;
    },
  };
}
