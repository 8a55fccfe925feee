import { ChunkLoadError } from "./chunk-load-error";
import { ConnectionLost } from "./connection-lost";
import { reachable } from "./reachable";

const TIMEOUT_MS = 120_000;
const RELOADED_FOR = "atrium.reloaded-for";

/** The current document: its build, and how to reload it. */
export interface Page {
  build: string;
  reload: () => void;
  reachable: () => Promise<boolean>;
}

let heading: () => string | undefined = () => undefined;

/** Says where the reader is going while a page loads, so that a reload leads there. */
export function reloadAt(address: () => string | undefined): void {
  heading = address;
}

const thisPage: Page = {
  // The file name of the entry has a hash of the whole build.
  build: document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src ?? "",
  reload: () => {
    const to = heading();
    if (to === undefined || to === location.href) location.reload();
    else location.assign(to);
  },
  reachable,
};

/**
 * Loads code or texts that a newer build may have replaced (X-24, X-25, G-82). If they do not load within 120 seconds,
 * the page reloads itself, once for each build, at the address that the reader was going to. After that the failure goes
 * to the page, which offers a reload button. Throws `ConnectionLost` if the server cannot be reached, because then a
 * reload does not help.
 */
export async function loadChunk<T>(load: () => Promise<T>, page = thisPage): Promise<T> {
  try {
    return await withTimeout(load());
  } catch (cause) {
    if (!(await page.reachable())) throw new ConnectionLost(cause);
    if (sessionStorage.getItem(RELOADED_FOR) === page.build) throw new ChunkLoadError(cause);
    sessionStorage.setItem(RELOADED_FOR, page.build);
    page.reload();
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
