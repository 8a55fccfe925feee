import { useState } from "react";

/** Where the focus goes when a dialog closes whose opener went with what the dialog did: to the page. */
export function useFinalFocus(): () => HTMLElement | null {
  const [opener] = useState(() => document.activeElement);
  return () => (opener?.isConnected ? null : document.querySelector("main"));
}
