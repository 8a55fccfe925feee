const STORE = "atrium.sort.";

/** The order of a list that this browser remembers, by the server's name; empty for the usual one. */
export function rememberedSort(list: string): string {
  if (!list) return "";
  try {
    return localStorage.getItem(STORE + list) ?? "";
  } catch {
    return "";
  }
}

export function rememberSort(list: string, sort: string): void {
  if (!list) return;
  try {
    if (sort) localStorage.setItem(STORE + list, sort);
    else localStorage.removeItem(STORE + list);
  } catch {
    // Storage is off: the address still has the order.
  }
}
