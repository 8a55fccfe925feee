import type { MouseEvent } from "react";

const MIDDLE = 1;

/**
 * The gestures that open a link in a new tab: the middle button, or Ctrl and a click. It is not a link, because each
 * address here may have a token, which nobody should copy.
 */
export function pressed(open: () => void) {
  return {
    onClick: open,
    onAuxClick: ({ button }: MouseEvent) => {
      if (button === MIDDLE) open();
    },
    // Otherwise the middle button begins to scroll.
    onMouseDown: (event: MouseEvent) => {
      if (event.button === MIDDLE) event.preventDefault();
    },
  };
}
