import { useSyncExternalStore } from "react";

/** The width `sm` of the theme and less. */
const phone = () => matchMedia("(max-width: 639.98px)");

/** Whether the screen is as narrow as a phone's. */
export function usePhone(): boolean {
  return useSyncExternalStore(watch, () => phone().matches);
}

function watch(changed: () => void): () => void {
  const width = phone();
  width.addEventListener("change", changed);
  return () => width.removeEventListener("change", changed);
}
