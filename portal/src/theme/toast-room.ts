const NAME = "--toast-room";

/** The height that the toasts need at the bottom of the window, with the space around them; zero without toasts. */
export const TOAST_ROOM = `var(${NAME}, 0px)`;

/** The distance from the bottom of the window for what stands above the toasts, at least 24 pixels. */
export const ABOVE_TOASTS = `max(24px, ${TOAST_ROOM})`;

/** Sets the room of the toasts, in pixels; their region alone knows it. */
export function setToastRoom(height: number) {
  document.documentElement.style.setProperty(NAME, `${height}px`);
}
