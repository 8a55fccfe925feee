/** The most characters of a text (F-43). */
export const LONGEST = 20_000;
const MOST_LINES = 2_000;
/** The most signs that begin or end something inside a line. */
const MOST_SIGNS = 2_000;
/** The most quotations and lists inside each other. */
const DEEPEST = 20;

const CONTAINERS = new RegExp(`^(?:[ \\t]*(?:>|[-+*]|\\d{1,9}[.)])){${String(DEEPEST + 1)}}`, "m");

/**
 * Whether a text can be read as Markdown in a moment. What is nested deeper, or has more signs, takes a parser many
 * seconds or all of its stack (attack 41); it is shown as it was typed.
 */
export function isTame(text: string): boolean {
  if (text.length > LONGEST * 2) return false;
  const signs = text.match(/[*_~[\]]/g)?.length ?? 0;
  const lines = text.match(/\n/g)?.length ?? 0;
  return signs <= MOST_SIGNS && lines <= MOST_LINES && !CONTAINERS.test(text);
}
