/** The numbers of rows that a page can have. */
export const PAGE_SIZES = [10, 20, 50, 100] as const;

/** More rows than a laptop shows at once. */
const USUAL = PAGE_SIZES[1];
const STORE = "atrium.rows";

/** The number of rows that this browser remembers, for lists whose address has none. */
export function rememberedRows(): number {
  try {
    return sizeOf(localStorage.getItem(STORE)) ?? USUAL;
  } catch {
    return USUAL;
  }
}

export function rememberRows(size: number): void {
  try {
    localStorage.setItem(STORE, String(size));
  } catch {
    // Storage is off: the address still has the number.
  }
}

/** One of the sizes, if the text is one. */
export function sizeOf(text: string | null): number | undefined {
  return PAGE_SIZES.find((size) => size === Number(text));
}
