// What the README and the handbook show of the demo. `demo-*` and the pages of a sign-in are the pictures of
// docs/screenshots; `handbook-*` are, without that word, the pictures of docs/handbook/pictures.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ATRIUM, close, isFine, signIn, visitor } from "./browser.mjs";

after(close);

/** Opens a page of the portal as this person, and waits until its rows have come. */
async function open(page, account, path) {
  await page.goto(`${ATRIUM}${path}`);
  await signIn(page, account);
  await page.waitForURL((url) => url.pathname === path.split("?")[0]);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
}

const VIEWS = {
  home: async (page) => {
    await open(page, "DanMember", "/");
    const icons = page.locator("[data-app-card] img");
    await icons.first().waitFor();
    // Each icon is drawn: a broken one would be a letter.
    const cards = await page.locator("[data-app-card]").count();
    assert.equal(await icons.count(), cards);
  },
  approval: async (page) => {
    await open(page, "ChloeManager", "/requests");
    await page.getByRole("row", { name: /Dan Member/ }).getByRole("button", { name: /^Approve/ }).click();
    await page.getByRole("alertdialog").waitFor();
  },
  "audit-log": async (page) => {
    await open(page, "AdaSuper", "/auth-management/audit-log");
    // Today has what the seed did.
    await page.getByRole("button", { name: "Yesterday" }).click();
    await page.getByRole("button", { name: /^Remove the filter/ }).first().waitFor();
    await page.waitForLoadState("networkidle");
    await page.getByRole("table").getByRole("row").nth(5).waitFor();
  },
  connecting: async (page) => {
    await open(page, "AdaSuper", "/operation-access/application-list");
    await page.getByRole("main").getByRole("button", { name: "Add application" }).click();
    await page.getByRole("dialog").waitFor();
  },
};

/** The handbook's pictures, in the language of the page. */
const HANDBOOK = {
  home: VIEWS.home,
  approve: async (page) => {
    await open(page, "ChloeManager", "/requests");
    await page.getByRole("row", { name: /Dan Member/ }).getByRole("button").first().click();
    await page.getByRole("alertdialog").waitFor();
  },
  ask: async (page) => {
    await open(page, "DanMember", "/my-groups");
    await page.getByRole("row").getByRole("button", { name: /^(Apply|申请)/ }).first().click();
    await page.getByRole("dialog").waitFor();
  },
};

for (const colorScheme of ["light", "dark"])
  for (const [name, look] of Object.entries(VIEWS))
    test(`the demo shows ${name}, ${colorScheme}`, () =>
      visitor(
        async (page) => {
          await look(page);
          await isFine(page, `demo-${name}-${colorScheme}`);
        },
        { colorScheme },
      ));

for (const lang of ["en-us", "zh-cn"])
  for (const [name, look] of Object.entries(HANDBOOK))
    test(`the handbook shows ${name}, ${lang}`, () =>
      visitor(
        async (page) => {
          await page.context().addCookies([{ name: "lang", value: lang, url: ATRIUM }]);
          await look(page);
          await isFine(page, `handbook-${name}-${lang.slice(0, 2)}`);
        },
        { viewport: { width: 1100, height: 640 } },
      ));
