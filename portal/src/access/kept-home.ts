import type { components } from "../api/schema";

type Home = components["schemas"]["Home"];

const KEY = "atrium.home";
/** A home with more cards is not kept: reading it would delay the first paint. */
const MOST_CARDS = 500;

interface Kept {
  person: string;
  home: Home;
}

/**
 * The last home of this person in this browser, so that it shows before the server answers. That of another person is
 * deleted.
 */
export function keptHome(person: string | undefined): Home | undefined {
  try {
    const text = localStorage.getItem(KEY);
    if (text === null || person === undefined) return undefined;
    const { person: of, home } = JSON.parse(text) as Kept;
    if (of === person && Array.isArray(home.cards) && Array.isArray(home.chosen.pins)) return home;
    forgetHome();
  } catch {
    forgetHome();
  }
  return undefined;
}

export function keepHome(person: string | undefined, home: Home): void {
  if (person === undefined) return;
  forgetHome();
  if (home.cards.length > MOST_CARDS) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ person, home } satisfies Kept));
  } catch {
    // Storage is off or full: home begins without cards.
  }
}

export function forgetHome(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is off: there is nothing to forget.
  }
}
