import { useState } from "react";

/** Gives the focus to the page if a dialog that closes had no opener, or one that has disappeared. */
export function useFinalFocus(): () => HTMLElement | null {
  const [opener] = useState(() => document.activeElement);
  return () => (opener?.isConnected && opener !== document.body ? null : document.querySelector("main"));
}
