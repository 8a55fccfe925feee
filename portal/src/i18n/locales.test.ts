import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const files = import.meta.glob<Record<string, string>>(
  [
    "./locales/*/*.json",
    "../{features,kit}/*/locales/*.json",
    "../features/*/*/locales/*.json",
    "../testing/second-screen/locales/*.json",
  ],
  { eager: true, import: "default" },
);

/** The catalogues of one language, by their path without the language. */
function texts(language: string): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.includes(language))
      .map(([path, table]) => [path.replace(language, "*"), table]),
  );
}

/** Chinese has one plural form, English has two. Both are compared without the suffix. */
function keys(table: Record<string, string>): string[] {
  return [...new Set(Object.keys(table).map((key) => key.replace(/_(one|other)$/, "")))].sort();
}

function blanks(table: Record<string, string>, key: string): string[] {
  const text = table[key] ?? table[`${key}_other`] ?? "";
  return [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name!).sort();
}

const TIGHT = /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u;

const WIDE = /\p{Script=Han} +\p{Script=Han}/u;

/** Blanks that hold a word of the portal, which is Chinese too. */
const OWN_WORDS = /{{(field|item|label)}}/g;

/** The words that the project has replaced everywhere. */
const REPLACED = [
  ...readFileSync("../tests/it/house/words.rs", "utf8").matchAll(/^ {4}\("([a-z ]+)", "[a-z ,]+"\),$/gm),
].map(([, word]) => word!);

const english = texts("en-us");
const chinese = texts("zh-cn");

describe("both languages say the same things", () => {
  it("have the same files", () => {
    expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort());
  });

  it.each(Object.keys(english))("have the same keys and blanks in %s", (name) => {
    expect(keys(chinese[name]!)).toEqual(keys(english[name]!));
    for (const key of keys(english[name]!)) {
      expect([key, ...blanks(chinese[name]!, key)]).toEqual([key, ...blanks(english[name]!, key)]);
    }
  });

  it("leave no text empty", () => {
    const empty = Object.values(files).flatMap((table) =>
      Object.entries(table).filter(([, text]) => !text.trim()),
    );
    expect(empty).toEqual([]);
  });

  it("use no replaced word", () => {
    expect(REPLACED).toContain("at hand");
    const word = new RegExp(`\\b(${REPLACED.join("|")})\\b`, "i");
    const found = Object.values(english).flatMap((table) =>
      Object.entries(table).filter(([, text]) => word.test(text)),
    );
    expect(found).toEqual([]);
  });

  /** The specification's own texts stay as they are. A blank holds a name or a number, if it is not `OWN_WORDS`. */
  it("write a space between Chinese and Latin words, numbers or names", () => {
    const tight = Object.entries(chinese)
      .filter(([path]) => !path.endsWith("/dc.json"))
      .flatMap(([path, table]) => Object.entries(table).map(([key, text]) => `${path} ${key}: ${text}`))
      .filter((line) => TIGHT.test(line.replace(OWN_WORDS, "词").replace(/{{\w+}}/g, "X")));
    expect(tight).toEqual([]);
  });

  /** The words of the portal are joined like other Chinese words, without a space. */
  it("write no space between Chinese words", () => {
    const wide = Object.entries(chinese)
      .flatMap(([path, table]) => Object.entries(table).map(([key, text]) => `${path} ${key}: ${text}`))
      .filter((line) => WIDE.test(line.replace(OWN_WORDS, "词")));
    expect(wide).toEqual([]);
  });

  /** F-61: Chinese shows the key itself. */
  it("show dc: keys literally in Chinese", () => {
    for (const [key, text] of Object.entries(chinese["./locales/*/dc.json"]!)) expect(text).toBe(key);
  });
});
