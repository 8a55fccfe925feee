/** After this time without input the person counts as away. */
const HERE_MS = 60_000;

/** A function that says whether somebody uses this tab now: came to it, pressed, typed or turned the wheel. */
export function watchPerson(): () => boolean {
  let last = Date.now();
  const note = () => {
    last = Date.now();
  };
  for (const deed of ["pointerdown", "keydown", "wheel", "touchmove"]) {
    addEventListener(deed, note, { capture: true, passive: true });
  }
  document.addEventListener("visibilitychange", () => document.hidden || note());
  return () => Date.now() - last < HERE_MS;
}
