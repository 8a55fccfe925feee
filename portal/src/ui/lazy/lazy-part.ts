import { lazy, type ComponentType } from "react";
import { loadChunk } from "./load-chunk";

/** A part of a page that is fetched when it is first shown, and survives a new build as pages do. */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => loadChunk(load));
}
