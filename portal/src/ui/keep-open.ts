/**
 * Keeps a dialog open when something outside gets the focus. Otherwise a dialog that opens while another one closes
 * would close too, when the focus returns to the opener. Its buttons, Escape and a click beside it still close it.
 */
export function keepOpen(event: Event): void {
  event.preventDefault();
}
