import { useState } from "react";
import type { Home, Product } from "./types";

/**
 * Whether an application opens now that did not when home was last seen in this browser. `home` begins with what was seen
 * then; without that nothing is new.
 */
export function useNewOnes(home: Home | undefined): (product: Product) => boolean {
  const [before] = useState(home);
  if (!before) return () => false;
  const opened = new Set(before.cards.filter(({ state }) => state === "open").map(({ id }) => id));
  return ({ id, state }) => state === "open" && !opened.has(id);
}
