import { lazy, type ComponentType } from "react";

/** A part that comes by itself when the page is quiet. If it does not load, the page works without it. */
export function quietPart(load: () => Promise<{ default: ComponentType }>) {
  return lazy(() => load().catch(() => ({ default: () => null })));
}
