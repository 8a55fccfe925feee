import { useEffect, useState, type RefObject } from "react";

/** What opened each dialog that is shown. */
const openers = new WeakMap<Element, Element>();

/**
 * Gives the focus back to what opened a dialog. If that has disappeared, for example with the row that was removed, its
 * list gets the focus; if it was in a dialog that this one has replaced, what opened that one; else the page.
 * `content` is the dialog itself.
 */
export function useFinalFocus(content: RefObject<HTMLElement | null>): () => HTMLElement | null {
  const [{ opener, list, earlier }] = useState(() => {
    const opener = document.activeElement;
    const replaced = opener?.closest("[role=dialog], [role=alertdialog]");
    return {
      opener,
      list: opener?.closest<HTMLElement>("ul[tabindex]"),
      earlier: replaced && openers.get(replaced),
    };
  });
  useEffect(() => {
    const first = earlier ?? opener;
    if (content.current && first) openers.set(content.current, first);
  }, [content, earlier, opener]);
  return () => {
    const there = [opener, list, earlier].find((one) => one instanceof HTMLElement && canTake(one));
    return there instanceof HTMLElement ? there : document.querySelector("main");
  };
}

function canTake(element: HTMLElement): boolean {
  return element.isConnected && element !== document.body;
}
