import { useEffect, useState } from "react";
import { useServices } from "./services";

const LOOK_MS = 500;

/**
 * Whether the page has all its answers. Parts that can wait load only then, so that they delay no
 * answer.
 */
export function useQuiet(): boolean {
  const { queries } = useServices();
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => {
      if (queries.isFetching() > 0) return;
      clearInterval(timer);
      setQuiet(true);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [queries]);
  return quiet;
}
