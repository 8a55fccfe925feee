import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { loadChunk } from "./load-chunk";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A part of a page that loads when it is first shown; until then `until` is drawn. `loadChunk` handles a newer build, and
 * what it throws goes to the page.
 */
export function lazyPart<Props extends object>(load: Load<Props>, until?: ReactNode) {
  return partOf(() => loadChunk(load), until);
}

/**
 * A part that is loaded automatically when the page is quiet; until then `until` is drawn. If it does not load, the page works
 * without it.
 */
export function quietPart<Props extends object = object>(load: Load<Props>, until?: ReactNode) {
  return partOf<Props>(() => load().catch(() => ({ default: () => null })), until);
}

/**
 * React's own `lazy` is not used: it keeps a fallback for at least 300 ms, even if the code arrives at once, and in a
 * transition it would delay the navigation while it loads.
 */
function partOf<Props extends object>(load: Load<Props>, until?: ReactNode) {
  let loaded: ComponentType<Props> | undefined;
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [failure, setFailure] = useState<{ cause: unknown }>();
    useEffect(() => {
      if (Part) return;
      load().then(
        ({ default: part }) => {
          loaded = part;
          setPart(() => part);
        },
        (cause: unknown) => setFailure({ cause }),
      );
    }, [Part]);
    if (failure) throw failure.cause;
    return Part ? <Part {...props} /> : until;
  };
}
