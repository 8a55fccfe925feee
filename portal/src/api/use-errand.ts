import { useEffect, useState } from "react";
import { place } from "./step-up";

/** The word of what the component shows, as long as it is there: a sign-in that it needs leads back to it. */
export function useErrand(word: string): void {
  useEffect(() => {
    place.open = word;
    return () => {
      place.open = undefined;
    };
  }, [word]);
}

/** The word of what a sign-in has interrupted, for the first page that is shown after it. */
export function useResumed(): string | undefined {
  const [word] = useState(() => place.resumed);
  useEffect(() => {
    place.resumed = undefined;
  }, []);
  return word;
}
