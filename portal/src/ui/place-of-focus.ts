const CONTROLS = ["a[href]", "summary", "[tabindex='0']"]
  .concat(["button", "input", "select", "textarea"].map((name) => `${name}:not(:disabled)`))
  .join(", ");

/** A row, or a part of the page. */
const PARTS = "li, tr, fieldset, section";

/**
 * Remembers where a control is, and gives what takes the focus once it has disappeared: what came in its place, else what
 * is left of its row, else the next control of the page or dialog, else the one before.
 */
export function placeOfFocus(control: Element | null): () => HTMLElement | undefined {
  const whole = control?.closest("main, [role=dialog], [role=alertdialog]");
  if (!control || !whole) return () => undefined;
  const all = controlsOf(whole);
  const at = all.indexOf(control as HTMLElement);
  const part = control.closest(PARTS);
  const nearest = at < 0 ? [] : [...all.slice(at + 1), ...all.slice(0, at).reverse()];
  return () => {
    const left = part?.isConnected ? controlsOf(part) : [];
    const came = left.filter((one) => !all.includes(one));
    return [...came, ...left, ...nearest].find((one) => canTake(one) && isShown(one));
  };
}

export function canTake(element: Element): boolean {
  return element.isConnected && element !== document.body;
}

function controlsOf(whole: Element): HTMLElement[] {
  return [...whole.querySelectorAll<HTMLElement>(CONTROLS)];
}

/** Only browsers know what is laid out. */
function isShown(element: Element): boolean {
  return !("checkVisibility" in element) || element.checkVisibility();
}
