import {
  lazy,
  startTransition,
  Suspense,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from "react";
import { loadChunk } from "./load-chunk";

/**
 * A part of a page that loads when it is first shown; until then `until` is drawn. `loadChunk` handles a newer build.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  until?: ReactNode,
) {
  return inTransition<Props>(
    lazy(() => loadChunk(load)),
    until,
  );
}

/** A part that comes by itself when the page is quiet. If it does not load, the page works without it. */
export function quietPart(load: () => Promise<{ default: ComponentType }>) {
  return inTransition(lazy(() => load().catch(() => ({ default: () => null }))));
}

/** Shows `Part` by a transition. Without one, React would hide it for 300 ms even if its code is there at once. */
function inTransition<Props extends object>(Part: ComponentType<Props>, until?: ReactNode) {
  return function LazyPart(props: Props) {
    const [begun, setBegun] = useState(false);
    useEffect(() => startTransition(() => setBegun(true)), []);
    return <Suspense>{begun ? <Part {...props} /> : until}</Suspense>;
  };
}
