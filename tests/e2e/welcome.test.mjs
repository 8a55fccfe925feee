// Links to choose a password: the welcome of a new account and a forgotten password (contract F-16, T-16), with and without
// script.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ATRIUM, RELYING_APP, close, signIn, until, visitor } from "./browser.mjs";
import { atrium, linkTo, person, welcomed } from "./mail.mjs";

after(close);

const CHOSEN = "a password of my own";

async function choose(page) {
  await page.locator("#new_password").fill(CHOSEN);
  await page.locator("#confirm_password").fill(CHOSEN);
  await page.locator("form[action='/reset-password'] button:not([type=button])").click();
  await page.locator("a.button").waitFor();
}

async function signsIn(page, account) {
  await page.locator("a.button[href='/login']").click();
  await signIn(page, account, CHOSEN);
  await page.waitForURL(`${ATRIUM}/`);
}

test("the link of a welcome leads to a password and a sign-in, and its code is in no address", () =>
  visitor(async (page) => {
    const link = await welcomed("NoraNew");
    const token = link.split("#token=")[1];
    const addresses = [];
    page.on("request", (request) => addresses.push(request.url(), request.headers().referer ?? ""));
    await page.goto(link);
    await page.locator("#new_password").waitFor();
    assert.equal(page.url(), `${ATRIUM}/reset-password`);
    assert.equal(await page.locator("#username").inputValue(), "NoraNew");
    await page.goBack();
    assert.ok(!page.url().includes(token), "no history keeps the code");

    await page.goto(link);
    await page.locator("#new_password").waitFor();
    await page.locator("footer nav a").click();
    await page.locator("#new_password").waitFor();
    assert.equal(await page.locator("#username").inputValue(), "NoraNew", "the language changes, the link stays");
    await choose(page);
    await signsIn(page, "NoraNew");
    assert.deepEqual(addresses.filter((address) => address.split("#")[0].includes(token)), []);
  }));

test("without script the code from the email is typed in", () =>
  visitor(async (page) => {
    const link = await welcomed("NoahNew");
    await page.goto(link);
    await page.locator("#token").fill(link.split("#token=")[1]);
    await page.locator("form[data-token] button").click();
    await choose(page);
    await signsIn(page, "NoahNew");
  }, { javaScriptEnabled: false }));

test("a replaced link does not work, but the new one does", () =>
  visitor(async (page) => {
    const first = await welcomed("NinaNew");
    atrium("user", "welcome", "NinaNew");
    let second = first;
    await until(async () => {
      second = await linkTo("ninanew@demo.test");
      return second !== first;
    }, "no second link was sent");
    await page.goto(first);
    await page.locator("a.button[href='/login']").waitFor();
    assert.match(await page.locator("h1").innerText(), /doesn’t work/);
    await page.goto(second);
    await choose(page);
    await signsIn(page, "NinaNew");
  }));

for (const javaScriptEnabled of [true, false])
  test(`a forgotten password leads back to the application, ${javaScriptEnabled ? "with" : "without"} script`, () =>
    visitor(
      async (page) => {
        const name = javaScriptEnabled ? "FredForgot" : "FinnForgot";
        person(name, name);
        atrium("user", "set", name, "email_verified=true");
        await page.goto(`${RELYING_APP}/login`);
        const forgot = page.locator("a[href*='/forgot-password']");
        if (!(await forgot.isVisible())) await page.locator("label[for=way-account]").click();
        await forgot.click();
        // The language changes in the middle, and the way back stays.
        await page.locator("footer nav a").click();
        await page.locator("#username").fill(name);
        await page.locator("#email").fill(`${name.toLowerCase()}@demo.test`);
        await page.locator("form[action='/forgot-password'] button").click();
        await page.locator("a.button[href*='flow=']").waitFor();
        const link = await linkTo(`${name.toLowerCase()}@demo.test`);
        await page.goto(link);
        if (!javaScriptEnabled) {
          await page.locator("#token").fill(link.split("#token=")[1]);
          await page.locator("form[data-token] button").click();
        }
        await choose(page);
        await page.locator("a.button").click();
        await signIn(page, name, CHOSEN);
        await page.locator("#consent-allow").click();
        await page.waitForURL(`${RELYING_APP}/**`);
      },
      { javaScriptEnabled },
    ));
