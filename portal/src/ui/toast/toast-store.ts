export interface Toast {
  id: number;
  /** `done` for a change that succeeded. */
  tone: "done" | "info" | "warning";
  text: string;
  action?: { text: string; run: () => void };
}

const SHOWN_MS = { done: 4_000, info: 4_000, warning: 8_000, withAction: 8_000 };

/** More toasts than this would hide too much of the page. The oldest leaves that nobody reads and that has no button. */
const MOST = 3;

/** What keeps a toast visible: the keyboard's focus or the pointer is on it. */
type Hold = "focus" | "pointer";

let toasts: readonly Toast[] = [];
let nextId = 1;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const holds = new Map<number, Set<Hold>>();
const listeners = new Set<() => void>();

/**
 * Shows a short message at the edge of the page. It replaces one with an equal text, so that parallel failures show one
 * toast (F-60), and is announced again. The result of a change replaces the result before it, which it may have taken
 * back; one with a button stays.
 */
export function showToast(toast: Omit<Toast, "id">): void {
  const id = nextId++;
  const isOver = ({ tone, text, action }: Toast) =>
    text === toast.text || (toast.tone === "done" && tone === "done" && !action);
  const stay = toasts.filter((older) => !isOver(older));
  const isNeeded = (older: Toast) => older.action !== undefined || (holds.get(older.id)?.size ?? 0) > 0;
  while (stay.length >= MOST) {
    const leaves = stay.findIndex((older) => !isNeeded(older));
    stay.splice(Math.max(leaves, 0), 1);
  }
  toasts.filter((older) => !stay.includes(older)).forEach((older) => forget(older.id));
  publish([...stay, { ...toast, id }]);
  startTime(id);
}

export function dismissToast(id: number): void {
  forget(id);
  publish(toasts.filter((toast) => toast.id !== id));
}

/**
 * Keeps a toast visible until `releaseToast`, so that nobody loses a button that they are about to press (WCAG 2.2.1).
 */
export function holdToast(id: number, by: Hold): void {
  clearTimeout(timers.get(id));
  holds.set(id, (holds.get(id) ?? new Set()).add(by));
}

/** Gives a toast its whole time again when nothing keeps it visible any longer. */
export function releaseToast(id: number, by: Hold): void {
  const held = holds.get(id);
  if (held?.delete(by) && held.size === 0) startTime(id);
}

function startTime(id: number): void {
  const toast = toasts.find((one) => one.id === id);
  if (!toast) return;
  const shown = toast.action ? SHOWN_MS.withAction : SHOWN_MS[toast.tone];
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => dismissToast(id), shown),
  );
}

function forget(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  holds.delete(id);
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

function publish(next: readonly Toast[]): void {
  toasts = next;
  listeners.forEach((listener) => listener());
}
