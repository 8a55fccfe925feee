import { useRef } from "react";

/** The second press of a double click comes within this time. */
const DOUBLE_CLICK_MS = 400;

/**
 * `work`, for one press at a time: a press while it runs, and the second one of a double click, do nothing and give
 * false. The lock is not React state, because a press can come before the next drawing.
 */
export function useOneAtATime<Given = void>(work: (given: Given) => Promise<boolean>) {
  const locked = useRef(false);
  return async (given: Given): Promise<boolean> => {
    if (locked.current) return false;
    locked.current = true;
    const pressed = Date.now();
    const unlock = () => {
      locked.current = false;
    };
    const good = await work(given).catch((error: unknown) => {
      unlock();
      throw error;
    });
    // After a failure the button may be pressed again at once.
    if (good) setTimeout(unlock, pressed + DOUBLE_CLICK_MS - Date.now());
    else unlock();
    return good;
  };
}
