// A path in `public_url` (docs/operating.md, "A path"): the portal, the pages and an email's link below it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PASSWORD, close, signIn, visitor } from "./browser.mjs";
import { serve } from "./https.mjs";
import { linkTo } from "./mail.mjs";

const HOST = "https://localhost:8330";
const HERE = `${HOST}/tools/sso`;
const CHOSEN = "a password of my own";
const TRUSTING = { ignoreHTTPSErrors: true };

let server;

before(async () => {
  server = await serve(HERE);
});

after(async () => {
  await close();
  server?.stop();
});

/** Every address that the page asks for. Ends the test if one is outside of the path or is not there. */
function watchAddresses(page) {
  const wrong = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${HERE}/`) && request.url() !== HERE) wrong.push(request.url());
  });
  page.on("response", (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
  });
  return wrong;
}

test("the portal signs in, opens a deep address again, and signs out below the path", () =>
  visitor(async (page, context) => {
    const wrong = watchAddresses(page);
    // Without a session, an address of the portal leads to the sign-in and back.
    await page.goto(`${HERE}/auth-management/account-list?page=1`);
    await page.locator("#account").waitFor();
    assert.ok(page.url().startsWith(`${HERE}/login?flow=`), page.url());
    await signIn(page, "AdaSuper", PASSWORD);
    await page.waitForURL(`${HERE}/auth-management/account-list?page=1`);
    await page.locator("table tbody tr").first().waitFor();
    await page.reload();
    await page.locator("table tbody tr").first().waitFor();
    assert.equal(page.url(), `${HERE}/auth-management/account-list?page=1`);
    // The style sheet names the font relatively, and code of other pages loads.
    assert.ok(await page.evaluate(() => document.fonts.ready.then((fonts) => fonts.check("16px Inter Variable"))));
    await page.locator("header a").first().click();
    await page.locator("[data-app-card]").first().waitFor();
    await page.reload();
    await page.locator("[data-app-card]").first().waitFor();
    const cookies = await context.cookies(HERE);
    assert.ok(cookies.some(({ name }) => name === "__Secure-atrium_session"));
    assert.deepEqual([...new Set(cookies.map(({ path }) => path))], ["/tools/sso"]);
    assert.deepEqual(await context.cookies(`${HOST}/tools/other`), [], "another program gets none");

    await page.locator("#person-button").press("ArrowDown");
    await page.locator("[role=menu]:focus").waitFor();
    await page.keyboard.press("End");
    await page.locator("[role=menuitem]").last().and(page.locator("[data-highlighted]")).waitFor();
    await page.keyboard.press("Enter");
    await page.locator("a.button[href='/tools/sso/login']").waitFor();
    const left = await context.cookies(HERE);
    assert.ok(!left.some(({ name }) => name === "__Secure-atrium_session"));
    assert.deepEqual(wrong, []);
  }, TRUSTING));

test("the link of an email works below the path", () =>
  visitor(async (page) => {
    server.atrium("user", "add", "NoraNew", "--email", "noranew@demo.test", "--lang", "en-us", "--welcome");
    const link = await linkTo("noranew@demo.test", server.folder);
    assert.ok(link.startsWith(`${HERE}/reset-password#token=`), link);
    const wrong = watchAddresses(page);
    await page.goto(link);
    await page.locator("#new_password").waitFor();
    assert.equal(page.url(), `${HERE}/reset-password`);
    await page.locator("footer nav a").click();
    await page.locator("#new_password").waitFor();
    await page.locator("#new_password").fill(CHOSEN);
    await page.locator(".strength p:not(:empty)").waitFor();
    await page.locator("#confirm_password").fill(CHOSEN);
    await page.locator("form[action='/tools/sso/reset-password'] button:not([type=button])").click();
    await page.locator("a.button[href='/tools/sso/login']").click();
    await signIn(page, "NoraNew", CHOSEN);
    await page.locator("#person-button").waitFor();
    // react-router writes the home page without its slash.
    assert.ok([HERE, `${HERE}/`].includes(page.url()), page.url());
    assert.deepEqual(wrong, []);
  }, TRUSTING));
