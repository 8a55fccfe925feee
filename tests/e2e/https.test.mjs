// What needs a browser and https: the rules of `__Host-` cookies (RFC 6265bis section 4.1.3).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, signIn, visitor } from "./browser.mjs";
import { serve } from "./https.mjs";

const HERE = "https://localhost:8329";
const SESSION = "__Host-atrium_session";

let server;

before(async () => {
  server = await serve(HERE);
});

after(async () => {
  await close();
  server?.stop();
});

const held = async (context) => (await context.cookies(HERE)).filter((cookie) => cookie.name === SESSION);

// Attack 9: a browser ignores the deletion of a `__Host-` cookie without the
// attributes with which it was set. It would keep the cookie after the sign-out.
for (const [how, leave] of [
  [
    "at the page",
    async (page) => {
      await page.goto(`${HERE}/logout`);
      await page.locator("#logout-yes").click();
    },
  ],
  [
    "in the portal",
    async (page) => {
      await page.locator("#person-button").press("ArrowDown");
      await page.locator("[role=menu]:focus").waitFor();
      await page.keyboard.press("End");
      await page.locator("[role=menuitem]").last().and(page.locator("[data-highlighted]")).waitFor();
      await page.keyboard.press("Enter");
    },
  ],
]) {
  test(`over https the browser deletes its cookie at a sign-out ${how}`, () =>
    visitor(
      async (page, context) => {
        await page.goto(`${HERE}/login`);
        await signIn(page, "DanMember");
        await page.waitForURL(`${HERE}/`);
        await page.locator("[data-app-card]").first().waitFor();
        const [cookie] = await held(context);
        assert.deepEqual([cookie.secure, cookie.httpOnly, cookie.path], [true, true, "/"]);
        await leave(page);
        await page.locator("a.button[href='/login']").waitFor();
        assert.deepEqual(await held(context), []);
      },
      { ignoreHTTPSErrors: true },
    ));
}
