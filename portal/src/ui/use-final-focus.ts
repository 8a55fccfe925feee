import { useState } from "react";

/**
 * Gives the focus back to what opened a dialog. If that has disappeared, for example with the row that was removed, its
 * list gets the focus, else the page.
 */
export function useFinalFocus(): () => HTMLElement | null {
  const [{ opener, list }] = useState(() => {
    const opener = document.activeElement;
    return { opener, list: opener?.closest<HTMLElement>("ul[tabindex]") };
  });
  return () => {
    if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) return opener;
    return list?.isConnected ? list : document.querySelector("main");
  };
}
