import { describe, expect, it } from "vitest";
import { blocksOf } from "./blocks";
import { fenceOf } from "./fence";
import { partsOf } from "./parts";

/** S-14. */
describe("an answer", () => {
  it("is parted into paragraphs, fences, lists and tables", () => {
    const text = [
      "# Plan",
      "",
      "First",
      "line",
      "",
      "",
      "```js",
      "a();",
      "",
      "b();",
      "```",
      "After",
      "",
      "1. one",
      "",
      "2. two",
      "",
      "   more of two",
      "",
      "| a | b |",
      "|---|---|",
      "| 1 | 2 |",
    ];
    expect(blocksOf(text.join("\n"))).toEqual([
      "# Plan",
      "First\nline",
      "```js\na();\n\nb();\n```",
      "After",
      "1. one\n\n2. two\n\n   more of two",
      "| a | b |\n|---|---|\n| 1 | 2 |",
    ]);
  });

  it("keeps a fence that has not ended in one block, also with a shorter fence in it", () => {
    expect(blocksOf("````md\n```js\n\nx\n```\n\ny")).toEqual(["````md\n```js\n\nx\n```\n\ny"]);
  });

  it("takes code in one line for no fence", () => {
    expect(blocksOf("```a``` is code\n\nText")).toEqual(["```a``` is code", "Text"]);
  });

  it("does not change its finished blocks while it grows", () => {
    const text = "One\n\nTwo\n\n- a\n- b\n\nThree";
    const whole = blocksOf(text);
    for (let end = 1; end <= text.length; end += 1) {
      const part = blocksOf(text.slice(0, end));
      expect(part.slice(0, -1)).toEqual(whole.slice(0, Math.max(0, part.length - 1)));
    }
  });

  it("parts a long list, whose end is written for a long time", () => {
    const list = Array.from({ length: 100 }, (_, at) => `${at + 1}. ${"word ".repeat(20)}`).join("\n\n");
    const blocks = blocksOf(list);
    expect(blocks.length).toBeGreaterThan(1);
    expect(Math.max(...blocks.map(({ length }) => length))).toBeLessThan(5_000);
    expect(blocks.join("\n\n")).toBe(list);
  });
});

describe("the parts of a long answer", () => {
  const paragraph = `${"word ".repeat(200)}\n\n`;
  const code = `\`\`\`js\n${"a();\n\n".repeat(3_000)}\`\`\`\n\n`;
  const list = Array.from({ length: 300 }, (_, at) => `${at + 1}. ${"word ".repeat(10)}\n\n`).join("");
  const text = paragraph.repeat(30) + code + list + paragraph.repeat(30);

  it("are the answer, with the same blocks", () => {
    const parts = partsOf(text);
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.join("")).toBe(text);
    expect(parts.flatMap(blocksOf)).toEqual(blocksOf(text));
  });

  it("do not change when more arrives", () => {
    const whole = partsOf(text);
    for (let end = 1; end <= text.length; end += 997) {
      const parts = partsOf(text.slice(0, end));
      expect(parts.slice(0, -1)).toEqual(whole.slice(0, parts.length - 1));
    }
  });
});

describe("a fence", () => {
  it("has its language and its code, and knows whether it has ended", () => {
    expect(fenceOf("```JS title=x\na();\n\nb();\n```")).toEqual({
      ...{ language: "js", code: "a();\n\nb();", closed: true },
    });
    expect(fenceOf("~~~\nx\n```")).toEqual({ language: "", code: "x\n```", closed: false });
    expect(fenceOf("```py")).toEqual({ language: "py", code: "", closed: false });
  });

  it("takes back the indentation that it has in a list", () => {
    expect(fenceOf("  ```sh\n  ls\n    -l\n  ```")?.code).toBe("ls\n  -l");
  });

  it("is no other block", () => {
    expect(fenceOf("Text")).toBeUndefined();
  });
});
