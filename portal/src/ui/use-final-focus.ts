import { useState } from "react";

/** Gives the focus back to what opened a dialog, or to the page if that had no focus or has disappeared. */
export function useFinalFocus(): () => HTMLElement | null {
  const [opener] = useState(() => document.activeElement);
  return () =>
    opener instanceof HTMLElement && opener.isConnected && opener !== document.body
      ? opener
      : document.querySelector("main");
}
