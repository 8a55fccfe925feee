import { useSyncExternalStore } from "react";
import { PHONE } from "../theme/widths";

const phone = () => matchMedia(PHONE);

/** Whether the screen is as narrow as a phone's. */
export function usePhone(): boolean {
  return useSyncExternalStore(watch, () => phone().matches);
}

function watch(changed: () => void): () => void {
  const width = phone();
  width.addEventListener("change", changed);
  return () => width.removeEventListener("change", changed);
}
