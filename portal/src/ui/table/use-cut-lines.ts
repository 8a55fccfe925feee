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
  const unseen = lines.map(unseenBeside);
  const seen = new Set<Element>();
  lines.forEach((line, index) => {
    const row = line.closest("tr");
    const isFirst = !row || !seen.has(row);
    if (row && (cut[index] || unseen[index]) && !line.querySelector("[data-line]")) seen.add(row);
    // It is whole just now because it has the focus.
    if (line.contains(document.activeElement)) return;
    const text = [line.textContent, unseen[index]].filter(Boolean).join(" ");
    mark(line, cut[index] || unseen[index] ? text : "", isFirst || !row.querySelector("a[href]"));
  });
}

/** The text of the second value of a pair (`Pair`) that has no room, so that it is below what one sees. */
function unseenBeside(line: HTMLElement): string {
  const beside = line.nextElementSibling;
  if (!line.parentElement || !beside?.matches("[data-line]")) return "";
  const end = line.parentElement.getBoundingClientRect().bottom;
  return beside.getBoundingClientRect().top > end ? beside.textContent : "";
}

/** `text` is the whole of a line that is cut; empty if it is not. */
function mark(line: HTMLElement, text: string, mayStop: boolean) {
  if (text) line.title = text;
  else line.removeAttribute("title");
  if (text && mayStop && !line.querySelector("a, button, input, [data-line]")) line.tabIndex = 0;
  else line.removeAttribute("tabindex");
}
