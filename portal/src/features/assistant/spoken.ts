/** The most characters of an answer that a screen reader is given at once. */
const LONGEST = 600;

/** An answer as a screen reader says it: without the signs of Markdown, and no more of it than one listens to. */
export function spoken(text: string): string {
  const plain = text
    .replace(/[*_`#>|~]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (plain.length <= LONGEST) return plain;
  const cut = plain.slice(0, LONGEST);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), LONGEST / 2))} …`;
}
