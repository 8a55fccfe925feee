// What the README shows of the demo: home, an approval, the audit log and connecting an application, light and dark. With
// the pages of a sign-in, they are the pictures of docs/screenshots.
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
