import { useState } from "react";

/** Gives the focus to the page if the opener of a dialog has disappeared when the dialog closes. */
export function useFinalFocus(): () => HTMLElement | null {
  const [opener] = useState(() => document.activeElement);
  return () => (opener?.isConnected ? null : document.querySelector("main"));
}
