export interface Toast {
  id: number;
  tone: "info" | "warning";
  text: string;
  action?: { text: string; run: () => void };
}

const SHOWN_MS = { info: 2_000, warning: 8_000, withAction: 8_000 };

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/** Shows a short message at the edge of the page. */
export function showToast(toast: Omit<Toast, "id">): void {
  const id = nextId++;
  // The same text replaces the older toast, so that parallel failures show one (F-60).
  publish([...toasts.filter(({ text }) => text !== toast.text), { ...toast, id }]);
  setTimeout(() => dismissToast(id), toast.action ? SHOWN_MS.withAction : SHOWN_MS[toast.tone]);
}

export function dismissToast(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id));
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
