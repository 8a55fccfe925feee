import { useEffect, useRef } from "react";
import { composes } from "../../ui/composes";

/** Runs when a key is pressed that `isWanted`, unless a dialog keeps the focus. */
export function useShortcut(isWanted: (event: KeyboardEvent) => boolean, run: () => void) {
  const latest = useRef({ isWanted, run });
  useEffect(() => {
    latest.current = { isWanted, run };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!latest.current.isWanted(event) || composes(event)) return;
      // An open dialog keeps the focus; an announcement stands beside the page.
      if (document.querySelector("[role=dialog][aria-modal=true],[role=alertdialog]")) return;
      event.preventDefault();
      latest.current.run();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Whether this one key was pressed, outside of text fields. */
export function isPlain(event: KeyboardEvent, key: string): boolean {
  const { target, ctrlKey, metaKey, altKey } = event;
  const isTyping =
    target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
  return event.key === key && !ctrlKey && !metaKey && !altKey && !isTyping;
}
