import { expect, it } from "vitest";
import { tileLetter } from "./tile-letter";

/** G-28: the rule and samples of `AppTile::letter` of the sign-in pages. */
it.each([
  ["demo app", "D"],
  ["«été»", "É"],
  ["报表", "报"],
  ["𠮷野家", "𠮷"],
  ["3D viewer", "3"],
  ["…", "•"],
  ["", "•"],
])("shows for %j the letter %s", (name, letter) => {
  expect(tileLetter(name)).toBe(letter);
});
