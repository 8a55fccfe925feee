/**
 * Keeps a dialog open when something outside takes the focus. Only its own buttons, Escape and a click beside it
 * close it: a dialog that opens as another one closes would else be closed when the focus returns to the opener.
 */
export function keepOpen(event: Event): void {
  event.preventDefault();
}
