/** In the state of a history entry that a page has added to open something: closing it goes one step back. */
export const PUSHED = { opened: true };
