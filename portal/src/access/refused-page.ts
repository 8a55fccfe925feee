const KEY = "atrium.wanted";

/** Remembers in this tab which page the person may not enter, so that /401 can lead back to it later. */
export function keepRefusedPage(path: string): void {
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // Storage is off: /401 leads home only.
  }
}

/** The path of the page that the person wanted and may not enter. */
export function refusedPage(): string | undefined {
  try {
    const path = sessionStorage.getItem(KEY);
    return path?.startsWith("/") ? path : undefined;
  } catch {
    return undefined;
  }
}

export function forgetRefusedPage(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is off: there is nothing to forget.
  }
}
