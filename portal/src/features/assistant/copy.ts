import { showToast } from "../../ui/toast/toast-store";

/** T-45, X-14: copies a text and says in a toast whether it did. */
export async function copy(text: string, done: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ tone: "done", text: done });
  } catch {
    showToast({ tone: "warning", text: failed });
  }
}
