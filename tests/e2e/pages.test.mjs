// All pages of the sign-in: axe's rules, no wider than the screen, and a picture of each. Two
// combinations that differ in width, colour mode and language are enough as a check; `make screens`
// tests all twelve.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ATRIUM, RELYING_APP, close, isFine, signIn, visitor } from "./browser.mjs";
import { applied, welcomed } from "./mail.mjs";

after(close);

const widths = {
  1440: { viewport: { width: 1440, height: 900 } },
  768: { viewport: { width: 768, height: 1024 } },
  360: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
};
const locales = { en: "en-US", zh: "zh-CN" };

function* everyLook() {
  for (const language of Object.keys(locales))
    for (const colorScheme of ["light", "dark"])
      for (const width of Object.keys(widths)) yield [language, colorScheme, width];
}

const looks = process.env.EVERY_LOOK
  ? [...everyLook()]
  : [
      ["en", "light", "1440"],
      ["zh", "dark", "360"],
    ];

for (const [language, colorScheme, width] of looks) {
  const look = `${language}-${colorScheme}-${width}`;

  // Every view at every width, in both colour modes and languages; WCAG 2.2 AA, 1.4.10 (no scrolling sideways).
  test(`the pages of a sign-in, ${look}`, () =>
    visitor(async (page) => {
      const fine = async (name) => {
        assert.equal(await page.locator("html").getAttribute("lang"), language === "zh" ? "zh-CN" : "en", name);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(wide <= 0, `${name} stands out to the side by ${wide} pixels`);
        await isFine(page, `${name}-${look}`);
      };
      await page.goto(`${RELYING_APP}/login`);
      await page.locator("label[for=way-corporate]").click();
      await fine("login-corporate");
      await page.locator("label[for=way-account]").click();
      await fine("login-for-app");
      await signIn(page, `Nobody-${look}`, "wrong password");
      await page.locator("#password-error").waitFor();
      await fine("login-refused");

      // Eve is asked for a new password, and the test stops there.
      await signIn(page, "EveNewcomer");
      await page.locator("#new_password").waitFor();
      await fine("first-password");
      await page.locator("#new_password").fill("seven violet boats over the lake");
      await page.locator(".strength[data-is=strong] p:not(:empty)").waitFor();
      await fine("first-password-strong");
      await page.locator("#new_password").fill("short");
      await page.locator(".strength[data-is=weak] p:not(:empty)").waitFor();
      await page.locator("form[action='/login/password'] button:not([type=button])").last().click();
      await page.locator(".error, [role=alert]").first().waitFor();
      await fine("first-password-refused");

      await page.goto(`${ATRIUM}/forgot-password`);
      await fine("forgot-password");
      await page.locator("form[action='/forgot-password'] button").click();
      await page.locator("#account-error").waitFor();
      await fine("forgot-password-refused");
      await page.locator("#username").fill("nobody");
      await page.locator("#email").fill("nobody@demo.test");
      await page.locator("form[action='/forgot-password'] button").click();
      await page.locator("a.button[href='/login']").waitFor();
      await fine("forgot-password-sent");

      await page.goto(`${ATRIUM}/account-user/apply`);
      await fine("apply");
      await page.locator("form[action='/account-user/apply'] button").click();
      await page.locator("#username-error").waitFor();
      await fine("apply-refused");
      const applicant = ["Li", language, colorScheme, { 1440: "wide", 768: "middle", 360: "phone" }[width]]
        .map((word) => word[0].toUpperCase() + word.slice(1))
        .join("");
      await page.locator("#username").fill(applicant);
      await page.locator("#email").fill(`${applicant.toLowerCase()}@demo.test`);
      await page.locator("#reason").fill("I plan media for a client.");
      await page.locator("form[action='/account-user/apply'] button").click();
      await page.locator("a.button[href='/login']").waitFor();
      await fine("apply-sent");
      await page.goto(await applied(applicant));
      await page.locator("#new_password").waitFor();
      await fine("application-confirm");
      await page.locator("#new_password").fill("a password of my own");
      await page.locator("#confirm_password").fill("a password of my own");
      await page.locator("form[action='/account-user/application'] button:not([type=button])").click();
      await page.locator("ol.steps").waitFor();
      await fine("application-waits");

      for (const path of ["address", "address-undo"]) {
        await page.goto(`${ATRIUM}/account-user/${path}#token=of-yesterday`);
        await page.locator("a.button[href='/login']").waitFor();
      }
      await page.goto(`${ATRIUM}/reset-password`);
      await fine("reset-code");
      await page.goto(`${ATRIUM}/reset-password#token=of-yesterday`);
      await page.locator("a.button[href='/login']").waitFor();
      await fine("reset-void");
      await page.goto(await welcomed(`New-${look}`, language === "zh" ? "zh-cn" : "en-us"));
      await page.locator("#new_password").waitFor();
      await fine("reset-password");
      await page.locator("#new_password").fill("a password of my own");
      await page.locator("#confirm_password").fill("another");
      await page.locator("form[action='/reset-password'] button:not([type=button])").click();
      await page.locator("#confirm-error").waitFor();
      await fine("reset-password-refused");
      await page.locator("#new_password").fill("a password of my own");
      await page.locator("#confirm_password").fill("a password of my own");
      await page.locator("form[action='/reset-password'] button:not([type=button])").click();
      await page.locator("a.button[href='/login']").waitFor();
      await fine("reset-done");

      await page.goto(`${RELYING_APP}/login`);
      await signIn(page, "BenAdmin");
      await page.locator("#consent-allow:not([aria-disabled=true])").waitFor();
      await fine("consent");

      const faulty = `${ATRIUM}/oauth2/logout?client_id=demo-app&post_logout_redirect_uri=https://elsewhere.example/`;
      assert.equal((await page.goto(faulty)).status(), 400);
      await page.locator("#logout-yes").waitFor();
      await fine("logout-faulty");
      await page.goto(`${ATRIUM}/logout`);
      await page.locator("#logout-yes").waitFor();
      await fine("logout");
      await page.locator("#logout-yes").click();
      await page.locator("a.button[href='/login']").waitFor();
      await fine("signed-out");
      assert.equal((await page.goto(faulty)).status(), 400);
      await fine("signed-out-faulty");

      await page.goto(`${ATRIUM}/login?flow=of-yesterday`);
      await fine("expired");
      const hostile = encodeURIComponent("http://localhost:8082@evil.example/");
      const refused = await page.goto(`${ATRIUM}/login?appName=LEGACYDEMO&callbackUrl=${hostile}`);
      assert.equal(refused.status(), 400);
      await fine("error-callback");
    }, { ...widths[width], colorScheme, locale: locales[language] }));
}
