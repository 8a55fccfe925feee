// The list of groups on the real server, walked by keyboard alone, in both languages (contract S-22, C-073).
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ATRIUM, close, isFine, signIn, tabTo, visitor } from "./browser.mjs";

after(close);

const walks = {
  en: {
    locale: "en-US",
    administration: "Administration",
    title: "User groups",
    name: "Name",
    status: "Status",
    managers: "Ben Admin",
    nothing: "Nothing matches these filters",
    clear: "Clear all filters",
  },
  zh: {
    locale: "zh-CN",
    administration: "管理",
    title: "用户组",
    name: "名称",
    status: "状态",
    managers: "Ben Admin",
    nothing: "没有符合筛选条件的内容",
    clear: "清除所有筛选",
  },
};

for (const [language, words] of Object.entries(walks)) {
  test(`an administrator finds a group by a part of its name, by keyboard, ${language}`, () =>
    visitor(
      async (page) => {
        await page.goto(ATRIUM);
        await signIn(page, "BenAdmin");
        await tabTo(page, page.locator("#person-button"));
        await page.keyboard.press("Enter");
        await page.getByRole("menuitem", { name: words.administration }).waitFor();
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
        const menu = page.getByRole("navigation", { name: words.administration });
        await tabTo(page, menu.getByRole("link", { name: words.title }));
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { level: 1, name: words.title }).waitFor();
        assert.equal(await page.title(), `Atrium - ${words.title}`);
        const names = async (...expected) => {
          const shown = page.getByRole("table", { name: words.title }).locator("tbody td:first-child");
          // The rows of before stay in sight until the answer comes.
          await shown.first().filter({ hasText: expected[0] }).waitFor();
          assert.deepEqual(await shown.allTextContents(), expected);
        };

        await page.getByRole("cell", { name: "Research team" }).waitFor();
        await tabTo(page, page.getByRole("table").getByRole("button", { name: words.name }));
        await page.keyboard.press("Enter");
        await page.waitForURL("**/operation-access/group-list?sort=groupName");
        await names("Brand team", "Media team", "Research team");
        await isFine(page, `group-list-${language}`);

        const search = page.getByRole("searchbox", { name: words.name });
        await search.focus();
        await page.keyboard.type("sear");
        await page.keyboard.press("Enter");
        await names("Research team");
        const row = page.getByRole("row", { name: /Research team/ });
        for (const cell of [words.managers, "2", "Insight library"])
          await row.getByRole("cell", { name: cell, exact: true }).waitFor();

        await tabTo(page, page.getByRole("combobox", { name: words.status }));
        await page.keyboard.press("End");
        await page.getByRole("heading", { name: words.nothing }).waitFor();
        assert.equal(new URL(page.url()).search, "?sort=groupName&context=sear&status=2");
        await tabTo(page, page.locator("main").getByRole("button", { name: words.clear }).last());
        await page.keyboard.press("Enter");
        await names("Brand team", "Media team", "Research team");
      },
      { locale: words.locale, reducedMotion: "reduce" },
    ));
}
