import { pinyinInitials } from "./pinyin";

/**
 * How well names fit the words of a search, by the rules of the server (crates/db/src/fit.rs): 0 if one begins with the
 * search, 1 if a word of one does, 2 if they have the words inside; undefined if they do not have them. The server knows full
 * pinyin too.
 */
export function fit(names: readonly string[], search: string): number | undefined {
  const wanted = search.trim().toLowerCase().split(/\s+/).join(" ");
  const lines = names.flatMap((name) => [name.toLowerCase(), pinyinInitials(name), latinInitials(name)]);
  const words = wanted.split(" ");
  if (!words.every((word) => lines.some((line) => line.includes(word)))) return undefined;
  if (lines.some((line) => line.startsWith(wanted))) return 0;
  const [first = ""] = words;
  return lines.some((line) => line.split(/[\s-]+/).some((word) => word.startsWith(first))) ? 1 : 2;
}

/** "ts" for Time Sheets; nothing for one word. */
function latinInitials(name: string): string {
  const words = name.split(/[\s-]+/);
  return words.length < 2
    ? ""
    : words
        .map((word) => word.charAt(0))
        .join("")
        .toLowerCase();
}

/** The things that fit a search, the best first; equal ones stay in their order. All of them for an empty search. */
export function fitting<T>(all: readonly T[], search: string, namesOf: (one: T) => string[]): T[] {
  if (search.trim() === "") return [...all];
  return all
    .flatMap((one) => {
      const place = fit(namesOf(one), search);
      return place === undefined ? [] : [{ one, place }];
    })
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}
