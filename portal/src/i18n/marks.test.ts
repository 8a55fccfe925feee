import { afterEach, expect, it } from "vitest";
import { showLanguage } from "./i18n";
import { inBrackets, labelled, sentenceGap } from "./marks";

afterEach(() => showLanguage("en-us"));

/** docs/words.md, tone 9: Chinese has its own marks, without spaces around them. */
it.each([
  ["en-us", "Dan Member (DanMember)", "Copy: Client ID", "Copy: ", "One. Two."],
  ["zh-cn", "Dan Member（DanMember）", "Copy：Client ID", "Copy：", "One.Two."],
] as const)("writes the marks of %s", async (language, person, label, name, sentences) => {
  await showLanguage(language);
  expect(`Dan Member${inBrackets("DanMember")}`).toBe(person);
  expect(labelled("Copy", "Client ID")).toBe(label);
  expect(labelled("Copy")).toBe(name);
  expect(["One.", "Two."].join(sentenceGap())).toBe(sentences);
});
