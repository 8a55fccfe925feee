import { useEffect, useRef, type RefObject } from "react";

/** As far above the end of the page somebody still reads the end. */
const NEAR = 160;

/**
 * Keeps the end of the page in sight while `place` grows, unless the reader has scrolled up. The result brings it into
 * sight again.
 */
export function useEndInSight(place: RefObject<HTMLElement | null>): () => void {
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const page = document.documentElement;
    let before = window.scrollY;
    const look = () => {
      const isNear = window.innerHeight + window.scrollY >= page.scrollHeight - NEAR;
      // The text may have grown since the scrolling that this event is about: only the way up leaves the end.
      if (isNear) isAtEnd.current = true;
      else if (window.scrollY < before) isAtEnd.current = false;
      before = window.scrollY;
    };
    const grows = new ResizeObserver(() => {
      if (isAtEnd.current) toEnd();
    });
    grows.observe(element);
    addEventListener("scroll", look, { passive: true });
    return () => {
      grows.disconnect();
      removeEventListener("scroll", look);
    };
  }, [place]);
  return () => {
    isAtEnd.current = true;
    toEnd();
  };
}

/** At once: an animation would be behind a text that grows. */
function toEnd() {
  window.scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
}
