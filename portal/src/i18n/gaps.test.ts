import { afterEach, describe, expect, it } from "vitest";
import { i18n, showLanguage } from "./i18n";

function shown(text: string, values: Record<string, unknown>): string {
  i18n.addResource(i18n.language, "ui", text, text);
  const t = i18n.getFixedT(i18n.language, "ui") as (key: string, given: Record<string, unknown>) => string;
  return t(text, values);
}

/** docs/words.md, tone 9: a space between Chinese and Latin letters, and none between Chinese words. */
describe("the space around a blank", () => {
  afterEach(() => showLanguage("en-us"));

  it.each([
    ["{{name}} 的成员资格", "李明的成员资格"],
    ["{{name}} 在 {{group}} 的成员资格", "李明在蓝岸广告媒介部的成员资格"],
    ["编辑 {{latin}}", "编辑 Brand team"],
    ["{{latin}} 由 {{name}} 负责", "Brand team 由李明负责"],
    ["自 {{day}} 起", "自 2026年11月2日起"],
    ["{{group}} {{name}} {{latin}}", "蓝岸广告媒介部李明 Brand team"],
    ["{{count}} 项，另有 {{count}} 项", "3 项，另有 3 项"],
    ["启用 {{both}} 的账号", "启用 Dan Member（李明）的账号"],
    ["由 {{nobody}} 负责", "由  负责"],
  ])("%s is shown as %s", async (text, wanted) => {
    await showLanguage("zh-cn");
    const values = {
      name: "李明",
      group: "蓝岸广告媒介部",
      latin: "Brand team",
      day: "2026年11月2日",
      count: 3,
      both: "Dan Member（李明）",
      nobody: "",
    };
    expect(shown(text, values)).toBe(wanted);
  });

  it("stays inside what a person wrote", async () => {
    await showLanguage("zh-cn");
    expect(shown("申请理由：{{reason}}", { reason: "我 需要 {{name}} 的数据" })).toBe(
      "申请理由：我 需要 {{name}} 的数据",
    );
  });

  it("stays in English", () => {
    expect(shown("Edit {{name}} of {{group}}", { name: "李明", group: "媒介部" })).toBe(
      "Edit 李明 of 媒介部",
    );
  });
});
