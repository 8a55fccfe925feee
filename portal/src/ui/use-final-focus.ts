import { useEffect, useState, type RefObject } from "react";
import { canTake, placeOfFocus } from "./place-of-focus";

type Finder = () => HTMLElement | undefined;

/** What gets the focus after each dialog that is shown. */
const finders = new WeakMap<Element, Finder>();

/**
 * Gives the focus back to what opened a dialog. If that has disappeared, for example with the row that was removed, its
 * list gets the focus; if it was in a dialog that this one has replaced, what opened that one; else what is next to its
 * place; else the page. `content` is the dialog itself.
 */
export function useFinalFocus(content: RefObject<HTMLElement | null>): () => HTMLElement | null {
  const [{ find, kept }] = useState(() => {
    const find = finderOf(document.activeElement);
    const replaced = document.activeElement?.closest("[role=dialog], [role=alertdialog]");
    return { find, kept: (replaced && finders.get(replaced)) ?? find };
  });
  useEffect(() => {
    if (content.current) finders.set(content.current, kept);
  }, [content, kept]);
  const next = () => find() ?? kept() ?? document.querySelector("main");
  return () => {
    // The opener may disappear right after it got the focus.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) next()?.focus();
    });
    return next();
  };
}

function finderOf(opener: Element | null): Finder {
  const list = opener?.closest<HTMLElement>("ul[tabindex]");
  const place = placeOfFocus(opener);
  return () => {
    const there = [opener, list].find((one) => one instanceof HTMLElement && canTake(one));
    return there instanceof HTMLElement ? there : place();
  };
}
