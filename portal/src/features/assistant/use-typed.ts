import { useEffect, useEffectEvent, useState } from "react";

/** K-14: milliseconds for a character, and before the first. */
const SPEED_MS = 20;
const START_MS = 10;
/** An answer that arrives faster is typed faster, so that its end is never far behind. */
const BEHIND_MS = 1_000;
/** A block that is longer is drawn less often, because drawing it takes longer. */
const LONG_BLOCK = 2_000;
const LONG_BLOCK_MS = 240;

/**
 * The part of `text` that is typed so far (T-43). It follows a text that grows. Without `typing`, or where the person wants
 * no motion, all of it.
 */
export function useTyped(text: string, typing: boolean): string {
  const still = !typing || prefersStill();
  const [shown, setShown] = useState(still ? text.length : 0);
  const waits = !still && shown < text.length;
  const next = useEffectEvent((pause: number) => {
    const behind = text.length - shown;
    const step = Math.max(pause / SPEED_MS, Math.ceil((behind * pause) / BEHIND_MS));
    setShown(endOf(text, shown + step));
  });
  const pauseNow = useEffectEvent(() =>
    shown - text.lastIndexOf("\n\n", shown) > LONG_BLOCK ? LONG_BLOCK_MS : SPEED_MS,
  );
  // Not of the text: a piece that arrives must not put off the next step.
  useEffect(() => {
    if (!waits) return undefined;
    const pause = pauseNow();
    const timer = setTimeout(() => next(pause), pause + (shown === 0 ? START_MS : 0));
    return () => clearTimeout(timer);
  }, [waits, shown]);
  return still ? text : text.slice(0, shown);
}

/** A place in the text that does not part a character of two code units. */
function endOf(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}

function prefersStill(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
