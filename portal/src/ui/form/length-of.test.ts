import { expect, it } from "vitest";
import { lengthOf } from "./length-of";

it("counts as people and the server do", () => {
  for (const [text, count] of [
    ["", 0],
    ["Me\u200cdia", 5],
    ["e\u0301", 1],
    ["\u{1f469}\u200d\u{1f4bb}", 1],
    ["\u{1f1e8}\u{1f1f3}", 1],
    ["王小明", 3],
  ] as const) {
    expect(lengthOf(text), text).toBe(count);
  }
});
