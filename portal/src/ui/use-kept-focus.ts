import { useEffect, useRef, type FocusEvent } from "react";
import { placeOfFocus } from "./place-of-focus";

/**
 * If the row with the focus disappears, the list gets the focus; if the list disappears too, what is next to it; else the
 * page does. Otherwise the next Tab would start at the top of the document.
 */
export function useKeptFocus<Element extends HTMLElement>(rows: unknown) {
  const list = useRef<Element>(null);
  const last = useRef<{ control: HTMLElement; place: () => HTMLElement | undefined }>(null);
  useEffect(() => {
    if (last.current === null || last.current.control.isConnected) return;
    const { place } = last.current;
    last.current = null;
    if (document.activeElement !== document.body) return;
    (list.current ?? place() ?? document.querySelector("main"))?.focus();
  }, [rows]);
  return {
    ref: list,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      last.current = { control: target, place: placeOfFocus(target) };
    },
    // React reports no blur for elements that it removes, so a removed element is still remembered here.
    onBlur: () => {
      last.current = null;
    },
  };
}
