import { expect, it } from "vitest";
import { tileHue } from "./tile-hue";

/** K-32: green stands for the AI product alone. */
it("gives each id its own hue, never a green one", () => {
  const hues = Array.from({ length: 500 }, (_, id) => tileHue(id));
  expect(hues.every((hue) => hue >= 0 && hue < 360 && (hue <= 105 || hue >= 175))).toBe(true);
  expect(new Set(hues.slice(0, 12)).size).toBe(12);
  expect(tileHue(7)).toBe(tileHue(7));
});
