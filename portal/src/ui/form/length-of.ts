/** How many characters a text has for people: grapheme clusters, as the server counts (src/i18n/characters.rs). */
export function lengthOf(text: string): number {
  return Array.from(new Intl.Segmenter().segment(text)).length;
}
