import { useLayoutEffect, useRef, useState } from "react";

/** The width of a place in pixels. It is measured before it is first drawn. */
export function usePlaceWidth<Element extends HTMLElement>() {
  const place = useRef<Element>(null);
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { place, width };
}
