import { useState } from "react";

const STORE = "atrium.menu";

/** Whether the side menu shows only icons. This browser remembers it. */
export function useNarrow(): [boolean, (narrow: boolean) => void] {
  const [narrow, setNarrow] = useState(remembered);
  const change = (next: boolean) => {
    setNarrow(next);
    try {
      localStorage.setItem(STORE, next ? "narrow" : "wide");
    } catch {
      // Storage is off: the choice lasts until the next reload.
    }
  };
  return [narrow, change];
}

function remembered(): boolean {
  try {
    return localStorage.getItem(STORE) === "narrow";
  } catch {
    return false;
  }
}
