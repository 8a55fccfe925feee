import { lazy, type ComponentType } from "react";
import { loadChunk } from "./load-chunk";

/** A part of a page that loads when it is first shown; `loadChunk` handles a newer build. */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => loadChunk(load));
}
