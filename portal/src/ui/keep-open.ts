/**
 * Keeps a dialog open when something outside gets the focus, or a dialog below it closes. Otherwise a dialog that opens
 * while another one closes would close too. Its buttons, Escape and a click beside it still close it.
 */
export function keepOpen(event: Event): void {
  event.preventDefault();
}
