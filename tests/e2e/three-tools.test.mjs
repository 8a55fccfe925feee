// One sign-in opens three tools, and one sign-out closes them.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ATRIUM, OLD_APP, RELYING_APP, close, isFine, signIn, visitor } from "./browser.mjs";

after(close);

test("one sign-in opens the portal, the relying application and the old one", () =>
  visitor(async (page) => {
    await page.goto(`${ATRIUM}/`);
    await page.waitForURL(/\/login\?/);
    await isFine(page, "login-en-light-1440");
    await signIn(page, "DanMember");
    await page.waitForURL(`${ATRIUM}/`);
    await page.getByRole("heading").first().waitFor();
    await page.waitForLoadState("networkidle");
    await isFine(page, "home-en-light-1440");

    await page.goto(`${RELYING_APP}/login`);
    await page.locator("#consent-allow").waitFor();
    await isFine(page, "consent-en-light-1440");
    await page.locator("#consent-allow").click();
    await page.waitForURL(`${RELYING_APP}/**`);
    assert.match(await page.locator("body").innerText(), /Dan/);

    await page.goto(`${OLD_APP}/`);
    await page.waitForURL((url) => url.port === "8082");
    assert.match(await page.locator("body").innerText(), /DanMember|Dan /);

    await page.goto(`${ATRIUM}/`);
    await page.getByRole("heading").first().waitFor();
    assert.equal(new URL(page.url()).pathname, "/", "the portal is still signed in");

    await page.goto(`${ATRIUM}/logout`);
    await isFine(page, "logout-en-light-1440");
    await page.locator("#logout-yes").click();
    await page.waitForLoadState("networkidle");
    await isFine(page, "signed-out-en-light-1440");
    await page.goto(`${RELYING_APP}/login`);
    await page.waitForURL(/localhost:8080\/login/);
  }));

test("a card opens its tool in a new tab", () =>
  visitor(async (page, context) => {
    await page.goto(`${ATRIUM}/`);
    await signIn(page, "DanMember");
    await page.waitForURL(`${ATRIUM}/`);
    const opened = context.waitForEvent("page");
    await page.getByText("Old demo", { exact: false }).first().click();
    const tool = await opened;
    await tool.waitForURL((url) => url.port === "8082");
    assert.match(await tool.locator("body").innerText(), /Dan/);
    assert.equal(await tool.evaluate(() => window.opener), null, "noopener");
  }));

test("a card of the demonstration without a tool says so, and each example has an icon", () =>
  visitor(async (page, context) => {
    await page.goto(`${ATRIUM}/`);
    await signIn(page, "DanMember");
    await page.waitForURL(`${ATRIUM}/`);
    const opened = context.waitForEvent("page");
    await page.getByText("Campaign calendar", { exact: true }).click();
    const tool = await opened;
    await tool.waitForURL(`${RELYING_APP}/tools/campaign-calendar`);
    assert.equal(await tool.getByRole("heading").innerText(), "Campaign calendar");
    assert.match(await tool.locator("#absent").innerText(), /not part of the demonstration/);
    await isFine(tool, "absent-tool-en-light-1440");
    for (const address of [`${RELYING_APP}/`, `${OLD_APP}/`]) {
      await tool.goto(address);
      const icon = await tool.locator("link[rel=icon]").evaluate((link) => link.href);
      const answer = icon.startsWith("data:image/svg+xml,") ? icon : await tool.request.get(icon);
      assert.ok(answer === icon || answer.headers()["content-type"] === "image/svg+xml", address);
    }
  }));

for (const [language, signedOut, again] of [
  ["en", "You are signed out", "Sign in again"],
  ["zh", "您已退出登录", "重新登录"],
]) {
  const locale = language === "zh" ? "zh-CN" : "en-US";
  const phone = { viewport: { width: 360, height: 740 }, isMobile: true, colorScheme: "dark", locale };
  // Design 2: the signed-out page says so in words; T-10 ends the whole session.
  test(`signing out of the portal is said in words, with a way back in, ${language}`, () =>
    visitor(async (page) => {
      await page.goto(`${ATRIUM}/`);
      await signIn(page, "ChloeManager");
      await page.waitForURL(`${ATRIUM}/`);
      await page.locator("#person-button").click();
      await page.getByRole("menuitem").last().click();
      await page.waitForURL(`${ATRIUM}/logout?**`);
      assert.equal(await page.locator("h1").innerText(), signedOut);
      await isFine(page, `portal-signed-out-${language}-dark-360`);
      await page.getByRole("link", { name: again }).click();
      await page.locator("#password").waitFor();
    }, phone));
}

test("EveNewcomer chooses a new password and goes on to where she was heading", () =>
  visitor(async (page) => {
    await page.goto(`${RELYING_APP}/login`);
    await signIn(page, "eve@demo.test");
    await page.locator("#new_password").waitFor();
    await isFine(page, "first-password-en-light-1440");
    await page.locator("#new_password").fill("a better one 2026");
    await page.locator("#confirm_password").fill("a better one 2026");
    await page.locator("form[action='/login/password'] button:not([type=button])").last().click();
    await page.locator("#consent-allow").click();
    await page.waitForURL(`${RELYING_APP}/**`);
    assert.match(await page.locator("body").innerText(), /Eve/);
  }));
