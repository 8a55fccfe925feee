/** What each list and option list of the server calls its search. */
export const SEARCH = "context";

/** Kana, Hangul and Chinese characters, which are written without spaces between words. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u{20000}-\u{3ffff}]/u;

/**
 * True if the server can search for `text`: some word has two characters, or one Chinese character (`Words::of` in
 * crates/db/src/search.rs, whose test has the same examples).
 */
export function canFind(text: string): boolean {
  const folded = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .toUpperCase()
    .toLowerCase();
  return folded.split(/\s+/u).some((word) => Array.from(word).length > 1 || UNSPACED.test(word));
}

/** The filters that are sent. A search in a typed address that the server cannot do is not sent. */
export function asked(filters: Record<string, string>): Record<string, string> {
  const isAsked = ([name, value]: [string, string]) => (name === SEARCH ? canFind(value) : value !== "");
  return Object.fromEntries(Object.entries(filters).filter(isAsked));
}
