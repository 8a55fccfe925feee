import { useEffect, useRef, useState, type RefObject } from "react";

/** How often the tabs look where the text stands while it scrolls (K-35). */
const LOOK_MS = 100;

/** Tabs that follow the scroll position of a box with as many `[data-part]`s, and lead to them. */
export function useScrollTabs(box: RefObject<HTMLElement | null>, count: number) {
  const [current, setCurrent] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const parts = () => [...(box.current?.querySelectorAll<HTMLElement>("[data-part]") ?? [])];
  const look = () => {
    timer.current = undefined;
    const element = box.current;
    if (!element) return;
    const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
    const passed = parts().filter((part) => part.offsetTop <= element.scrollTop + 8).length - 1;
    setCurrent(isAtEnd && element.scrollTop > 0 ? count - 1 : Math.max(passed, 0));
  };
  return {
    current,
    onScroll: () => {
      timer.current ??= setTimeout(look, LOOK_MS);
    },
    goTo: (index: number) => {
      setCurrent(index);
      box.current?.scrollTo({ top: parts()[index]?.offsetTop ?? 0 });
    },
  };
}
