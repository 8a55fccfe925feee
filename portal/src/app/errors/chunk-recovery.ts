import { ChunkLoadError } from "./chunk-load-error";

const TIMEOUT_MS = 120_000;
const RELOADED_FOR = "atrium.reloaded-for";

/**
 * Loads code that a newer build may have replaced (X-24, X-25, G-82). When it cannot be had, or not within
 * 120 seconds, the page reloads by itself, once for each build; after that the failure goes on to the page,
 * which offers the reload as a button. `build` is any name that changes with the build.
 */
export async function loadChunk<T>(load: () => Promise<T>, build: string, reload: () => void): Promise<T> {
  try {
    return await withTimeout(load());
  } catch (cause) {
    const failure = new ChunkLoadError(cause);
    // Offline, another document would only be a worse page.
    if (!navigator.onLine || sessionStorage.getItem(RELOADED_FOR) === build) throw failure;
    sessionStorage.setItem(RELOADED_FOR, build);
    reload();
    return new Promise<never>(() => undefined);
  }
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not loaded within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
