import { expect, it } from "vitest";
import { canFind } from "./can-find";

it("knows what the server can search for (crates/db/src/search.rs)", () => {
  for (const text of ["be", "ß", "王", " 明 ", "b en", "が", "한", "ａｂ", "𠀀"])
    expect(canFind(text), text).toBe(true);
  for (const text of ["", " ", "a", "a b c", "é", "e\u0301", "\u{1f600}", "a\u200d", "\u200c\u200d"]) {
    expect(canFind(text), text).toBe(false);
  }
});
