import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import tokens from "./tokens.json";

const colors = tokens.color as Record<string, { light: string; dark: string }>;

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const pairs = tokens.contrast.flatMap(({ ratio, of, on }) =>
  of.flatMap((front) =>
    on.flatMap((back) => (["light", "dark"] as const).map((mode) => ({ ratio, front, back, mode }))),
  ),
);

describe("WCAG 2.2 contrast (1.4.3, 1.4.11)", () => {
  it.each(pairs)("$front on $back, $mode, is at least $ratio", ({ ratio, front, back, mode }) => {
    expect(contrast(colors[front]![mode], colors[back]![mode])).toBeGreaterThanOrEqual(ratio);
  });
});

describe("the page without script", () => {
  it("has the colours of the tokens", () => {
    const css = readFileSync("src/theme/base.css", "utf8");
    const html = readFileSync("index.html", "utf8");
    for (const mode of ["light", "dark"] as const) {
      expect(css).toContain(`background: ${colors.bg![mode]}`);
      expect(html).toContain(
        `content="${colors["bg.panel"]![mode]}" media="(prefers-color-scheme: ${mode})"`,
      );
    }
  });
});
