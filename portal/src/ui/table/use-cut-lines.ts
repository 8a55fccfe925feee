import { useEffect, useRef } from "react";

/**
 * Gives the lines of a table that are cut (`Line`) a title, for the mouse. With the focus they show their whole text, so a
 * place in the order of the Tab key has each without a control; in a row that leads to details, which show every value,
 * only the first.
 */
export function useCutLines<Element extends HTMLElement>() {
  const place = useRef<Element>(null);
  // After each render: the rows and the columns may have changed. An observer reports once when it begins.
  useEffect(() => {
    const table = place.current;
    if (!table) return;
    const observer = new ResizeObserver(() => markLines(table));
    observer.observe(table);
    return () => observer.disconnect();
  });
  return place;
}

function markLines(table: HTMLElement) {
  const lines = [...table.querySelectorAll<HTMLElement>("[data-line]")];
  // All measures before all changes, so that the page is laid out once.
  const cut = lines.map((line) => line.scrollWidth > line.clientWidth);
  const seen = new Set<Element>();
  lines.forEach((line, index) => {
    const row = line.closest("tr");
    const isFirst = !row || !seen.has(row);
    if (row && cut[index] && !line.querySelector("[data-line]")) seen.add(row);
    // It is whole just now because it has the focus.
    if (line.contains(document.activeElement)) return;
    mark(line, cut[index] === true, isFirst || !row.querySelector("a[href]"));
  });
}

function mark(line: HTMLElement, isCut: boolean, mayStop: boolean) {
  if (isCut) line.title = line.textContent;
  else line.removeAttribute("title");
  if (isCut && mayStop && !line.querySelector("a, button, input, [data-line]")) line.tabIndex = 0;
  else line.removeAttribute("tabindex");
}
