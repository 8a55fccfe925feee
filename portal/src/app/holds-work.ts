/** An open form, changed or not: in a drawer, in a dialog, or the form of a page. */
const FORM = ":is([role$=dialog], main form) :is(input, select, textarea)";

/** Whether leaving the document would lose what somebody typed, or work that is running. */
export function holdsWork(): boolean {
  // Whatever asks before the tab is closed asks here too.
  const leaving = new Event("beforeunload", { cancelable: true });
  return !dispatchEvent(leaving) || document.querySelector(FORM) !== null;
}

let leaving = false;
// Registered before all others, because Chromium calls these listeners in order, not capturing ones first.
addEventListener("beforeunload", (event) => leaving && event.stopImmediatePropagation());

/** Leaves for good: nothing asks any more. */
export function leaveAtOnce(url: string): void {
  leaving = true;
  location.replace(url);
}
