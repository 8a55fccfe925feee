import type { Home, Product } from "./types";

/** From how many days before its end on an access says so. */
const SOON_DAYS = 14;
const DAY_MS = 86_400_000;
const KEY = "atrium.ending-later";

interface Ending {
  products: Product[];
  /** The first last day, as yyyy-MM-dd. */
  day: string;
}

/** The applications to which the person’s access ends soon, the first end first. */
export function endingOf({ cards, chosen }: Home): Ending | undefined {
  const soon = cards.flatMap((product) => {
    const { id, state, endsOn: day } = product;
    const isShown = state === "open" && !chosen.hidden.includes(id) && typeof day === "string";
    return isShown && Date.parse(day) - Date.now() < SOON_DAYS * DAY_MS ? [{ product, day }] : [];
  });
  soon.sort((a, b) => a.day.localeCompare(b.day));
  return soon[0] && { products: soon.map(({ product }) => product), day: soon[0].day };
}

const today = (person: string | undefined) => `${person ?? ""} ${new Date().toDateString()}`;

/** Whether the person has put it away for today in this browser. */
export function isPutAway(person: string | undefined): boolean {
  try {
    return localStorage.getItem(KEY) === today(person);
  } catch {
    return false;
  }
}

export function putAway(person: string | undefined): void {
  try {
    localStorage.setItem(KEY, today(person));
  } catch {
    // Storage is off: it is put away as long as the page lasts.
  }
}
