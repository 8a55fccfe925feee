import { useEffect, useState } from "react";
import { useServices } from "./services";

const LOOK_MS = 500;

/** Whether the page has had all its answers. What it can do without loads then, and takes no time from them. */
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
