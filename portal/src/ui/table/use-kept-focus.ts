import { useEffect, useRef, type FocusEvent } from "react";

/**
 * Keeps the keyboard's place in a list: when what had the focus is gone with its row, the list itself takes it, and
 * where the list went with its last row, the page. Without it the next Tab would begin at the top of the document.
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
    // React tells nobody of the blur of what it takes away itself, so what was removed stays noted.
    onBlur: () => {
      last.current = null;
    },
  };
}
