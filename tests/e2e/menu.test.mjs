// Every page of the menu on the real server, by keyboard, in both languages: its name, its rows or the notice in their
// place, its order, its search. A page that only has a list needs no separate walk. Fails if the menu does not show a
// page that has an entry in it.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { ATRIUM, close, isFine, newPage, openAdministration, signIn, tabTo, watch } from "./browser.mjs";

after(close);

const features = new URL("../../portal/src/features/", import.meta.url);

/** The pages to which an entry of the menu leads, some as tabs of the page behind it, as the portal's tables of routes declare them. */
async function pagesOfTheMenu() {
  const tables = await Promise.all(
    (await readdir(features)).map((noun) => readFile(new URL(`${noun}/routes.ts`, features), "utf8")),
  );
  const entries = tables.map((table) =>
    table.split(/(?=\bpath: ")/).slice(1).filter((entry) => entry.includes("nav: {")),
  );
  // The tabs of a page stand in one table with it.
  return entries
    .flatMap((table) => {
      const pages = table.map(pageOf);
      return pages.map((page) => ({ ...page, parent: pages.find(({ isTab }) => !isTab) }));
    })
    .sort((a, b) => a.path.localeCompare(b.path));
}

function pageOf(entry) {
  const named = /^path: "(.+)",\s+title: \{\s*"en-us": "(.+)",\s+"zh-cn": "(.+)",?\s*\}/.exec(entry);
  assert.ok(named, `path and title of a page stand first and together: ${entry}`);
  const [, path, en, zh] = named;
  const first = /nav: \{[^}]*title: \{ "en-us": "(.+)", "zh-cn": "(.+)" \}/.exec(entry);
  return { path, en, zh, entry: { en: first?.[1] ?? en, zh: first?.[2] ?? zh }, isTab: entry.includes("under: ") };
}

const languages = {
  en: { locale: "en-US", lang: "en", administration: "Administration" },
  zh: { locale: "zh-CN", lang: "zh-CN", administration: "管理" },
};

/** The page has drawn what it asked for, and nothing failed. */
async function isDrawn(page) {
  const main = page.locator("main");
  await main.locator("h1").waitFor();
  await main.locator("table[aria-busy=false] tbody td, li button, li a, .lucide-inbox, .lucide-search-x, .lucide-triangle-alert, form, nav + p").first().waitFor();
  assert.equal(await main.locator(".lucide-triangle-alert").count(), 0, `a failure on ${page.url()}`);
}

/** Orders the list by its first sortable column, if there is one. */
async function order(page) {
  const heads = page.locator("main thead th[aria-sort] button");
  if ((await heads.count()) === 0) return;
  await tabTo(page, heads.first());
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.searchParams.has("sort"));
  await page.locator("main thead th[aria-sort=ascending]").waitFor();
  await isDrawn(page);
}

/** Searches for a text that no row has, then clears the search, if the list can be searched. */
async function search(page, name) {
  const box = page.locator("main search input[type=search]").first();
  if ((await box.count()) === 0) return;
  await tabTo(page, box);
  await page.keyboard.type("zebra crossing");
  await page.keyboard.press("Enter");
  const nothing = page.locator("main .lucide-search-x");
  await nothing.waitFor();
  // The header covers part of a page that is scrolled, and axe would call that part too small.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await isFine(page, `${name}-nothing-found`);
  await tabTo(page, page.locator("main button").last());
  await page.keyboard.press("Enter");
  await nothing.waitFor({ state: "detached" });
  assert.ok(!page.url().includes("zebra"), "the search is still in the address");
  await isDrawn(page);
}

/** Signs in and opens the administration. Gives the entries of its menu. */
async function openMenu(page, administration, links) {
  await page.goto(ATRIUM);
  await signIn(page, "AdaSuper");
  await openAdministration(page, administration);
  await links.first().waitFor();
  return links.evaluateAll((entries) => entries.map((link) => ({ path: link.pathname, title: link.textContent })));
}

for (const [language, { locale, lang, administration }] of Object.entries(languages)) {
  test(`an administrator opens each page of the menu by keyboard, ${language}`, async (t) => {
    const opened = await newPage({ locale, reducedMotion: "reduce" });
    opened.page.on("console", (message) => {
      if (message.type() === "error") opened.complaints.push(`${opened.page.url()} ${message.text()}`);
    });
    const menu = opened.page.getByRole("navigation", { name: administration });
    try {
      const declared = await pagesOfTheMenu();
      const shown = await watch(opened, (page) => openMenu(page, administration, menu.getByRole("link")));
      assert.deepEqual(
        shown.toSorted((a, b) => a.path.localeCompare(b.path)),
        declared.filter(({ isTab }) => !isTab).map(({ path, entry }) => ({ path, title: entry[language] })),
      );
      for (const { path, [language]: title, entry, isTab, parent } of declared) {
        await t.test(title, () =>
          watch(opened, async (page) => {
            const name = `${path.split("/").at(-1)}-${language}`;
            const open = async (place, link) => {
              await tabTo(page, place.getByRole("link", { name: link, exact: true }));
              await page.keyboard.press("Enter");
            };
            await open(menu, isTab ? parent.entry[language] : entry[language]);
            if (isTab) {
              // The page takes the focus when it comes.
              await page.waitForURL(`${ATRIUM}${parent.path}`);
              await isDrawn(page);
              await open(page.locator("main nav"), title);
            }
            await page.waitForURL(`${ATRIUM}${path}`);
            await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
            assert.equal(await page.title(), `Atrium - ${title}`);
            assert.equal(await page.locator("html").getAttribute("lang"), lang);
            await isDrawn(page);
            await isFine(page, name);
            await order(page);
            await search(page, name);
          }),
        );
      }
    } finally {
      await opened.context.close();
    }
  });
}
