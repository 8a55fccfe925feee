// One sign-in for three tools, and one sign-out from all.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ATRIUM, OLD_APP, RELYING_APP, close, isFine, signIn, visitor } from "./browser.mjs";

after(close);

test("one sign-in opens the portal, the relying application and the legacy application", () =>
  visitor(async (page) => {
    await page.goto(`${ATRIUM}/`);
    await page.waitForURL(/\/login\?/);
    await signIn(page, "DanMember");
    await page.waitForURL(`${ATRIUM}/`);
    await page.getByRole("heading").first().waitFor();
    await page.waitForLoadState("networkidle");
    await isFine(page, "home-en-light-1440");

    await page.goto(`${RELYING_APP}/login`);
    await page.locator("#consent-allow").waitFor();
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
    await page.locator("#logout-yes").click();
    await page.waitForLoadState("networkidle");
    for (const tool of [`${RELYING_APP}/login`, `${OLD_APP}/`, `${ATRIUM}/`]) {
      await page.goto(tool);
      await page.waitForURL(/localhost:8080\/login/, { timeout: 15_000 });
    }
  }));

/** A call of the page that its header links to. */
const ASKED = "/api/security/user/user-group/my-requests";

/** Home, signed in. */
async function home(page, account) {
  await page.goto(`${ATRIUM}/`);
  await signIn(page, account);
  await page.waitForURL(`${ATRIUM}/`);
  await card(page, "Old demo").waitFor();
  await page.waitForLoadState("networkidle");
}

/** Reloads home. Returns the list of requests, to which later requests of the page are added. */
async function reloaded(page) {
  await home(page, "DanMember");
  const heard = [];
  page.on("request", (request) => heard.push(request));
  await page.reload();
  await card(page, "Old demo").waitFor();
  await page.waitForLoadState("networkidle");
  return heard;
}

function card(page, name) {
  return page.locator("[data-app-card]").filter({ has: page.getByText(name, { exact: true }) });
}

function to(requests, path) {
  return requests.filter((request) => new URL(request.url()).pathname === path);
}

/** What the click of a card opens. */
async function opened(page, name) {
  const tab = page.context().waitForEvent("page");
  await card(page, name).click();
  return tab;
}

// The portal is an OpenID client whose session survives a reload; T-11.
test("a reload continues the session: one document, no redirect, no sign-in, no token request", () =>
  visitor(async (page) => {
    const heard = await reloaded(page);
    const documents = heard.filter((request) => request.isNavigationRequest()).map((one) => one.url());
    assert.deepEqual(documents, [`${ATRIUM}/`]);
    assert.equal(heard.find((request) => request.redirectedFrom()), undefined);
    assert.deepEqual([...to(heard, "/oauth2/authorize"), ...to(heard, "/oauth2/token")], []);
    assert.notEqual(to(heard, "/api/security/user/info").length, 0, "the server was asked who this is");
  }));

/** Milliseconds in which the browser counts to thirty million: how fast this machine is now. */
const counting = (page) =>
  page.evaluate(() => {
    const began = performance.now();
    let sum = 0;
    for (let number = 0; number < 30_000_000; number += 1) sum = (sum * 31 + number) | 0;
    return performance.now() - began + (sum & 0);
  });

/** The longest `counting` of a machine on which home must be usable within a second. */
const USUAL_COUNTING = 150;

// Home is usable within a second for a signed-in person: the best of three attempts, or of more on a busy machine. On a
// slower machine the limit grows in proportion to `counting`, up to four seconds. The second part starts with an empty
// browser cache, so that the portal is fetched and signs in by itself first.
test("home is usable within a second, after a reload and in an empty browser", (t) =>
  visitor(async (page, context) => {
    await home(page, "DanMember");
    const cdp = await context.newCDPSession(page);
    const empty = async () => {
      await cdp.send("Network.clearBrowserCache");
      await cdp.send("Storage.clearDataForOrigin", { origin: ATRIUM, storageTypes: "indexeddb,local_storage" });
      await page.goto("about:blank");
    };
    const took = async (go) => {
      const began = Date.now();
      await go();
      await card(page, "Old demo").waitFor();
      return Date.now() - began;
    };
    const best = { reload: Infinity, empty: Infinity, counting: Infinity };
    const limit = () => 1_000 * Math.min(4, Math.max(1, best.counting / USUAL_COUNTING));
    for (let round = 1; round <= 3 || (round <= 20 && Math.max(best.reload, best.empty) >= limit()); round += 1) {
      best.counting = Math.min(best.counting, await counting(page));
      best.reload = Math.min(best.reload, await took(() => page.reload()));
      await empty();
      best.empty = Math.min(best.empty, await took(() => page.goto(`${ATRIUM}/`)));
    }
    const allowed = `at most ${Math.round(limit())} ms here, where counting takes ${Math.round(best.counting)}`;
    t.diagnostic(`home: ${best.reload} ms after a reload, ${best.empty} ms in an empty browser (${allowed})`);
    assert.ok(best.reload < limit() && best.empty < limit(), allowed);
  }));

// RFC 6749 section 6, RFC 9449 sections 4.3, 5 and 8. The test moves the page's clock until the
// token of ten minutes is about to expire. The server accepts the proof with the wrong time because
// of its nonce.
test("an expiring token is refreshed silently, with a proof of the same key, and the page keeps working", () =>
  visitor(async (page) => {
    const heard = await reloaded(page);
    const before = await to(heard, "/api/security/user/info").at(-1).allHeaders();
    heard.length = 0;
    await page.clock.setSystemTime(Date.now() + 585_000);
    const asked = page.waitForResponse((response) => new URL(response.url()).pathname === ASKED);
    await page.locator("header a[href='/my-requests'], header a[href='/requests']").first().click();
    await asked;

    const renewals = to(heard, "/oauth2/token");
    assert.notEqual(renewals.length, 0, "the token was renewed");
    for (const renewal of renewals) {
      assert.equal(new URLSearchParams(renewal.postData()).get("grant_type"), "refresh_token");
    }
    const last = renewals.at(-1);
    assert.equal((await last.response()).status(), 200);
    assert.equal((await (await last.response()).json()).token_type, "DPoP");
    const proof = proofOf(await last.allHeaders());
    assert.deepEqual([proof.claims.htm, proof.claims.htu], ["POST", `${ATRIUM}/oauth2/token`]);
    const list = to(heard, ASKED).at(-1);
    assert.equal((await list.response()).status(), 200);
    const after = await list.allHeaders();
    assert.match(after.authorization, /^DPoP /);
    assert.notEqual(after.authorization, before.authorization, "the call carries the new token");
    assert.deepEqual([proof.key, proofOf(after).key], [proofOf(before).key, proofOf(before).key]);
    assert.deepEqual(to(heard, "/oauth2/authorize"), [], "nobody was sent to sign in");
    assert.equal(heard.find((request) => request.isNavigationRequest()), undefined);
  }));

function proofOf({ dpop }) {
  const [header, claims] = dpop.split(".").slice(0, 2).map((part) => JSON.parse(Buffer.from(part, "base64url")));
  return { claims, key: header.jwk };
}

test("a card opens its legacy application in a new tab", () =>
  visitor(async (page) => {
    await home(page, "DanMember");
    const tool = await opened(page, "Old demo");
    await tool.waitForURL((url) => url.port === "8082");
    assert.match(await tool.locator("body").innerText(), /Dan/);
    assert.equal(await tool.evaluate(() => window.opener), null, "noopener");
  }));

// G-07, F-02: the card of an OpenID application leads to the application's own sign-in, without a
// token in any address.
test("a card opens its OpenID application in a new tab, signed in and without an opener", () =>
  visitor(async (page, context) => {
    await home(page, "DanMember");
    const addresses = [];
    context.on("request", (request) => addresses.push(request.url()));
    const tool = await opened(page, "Demo app");
    const allow = tool.locator("#consent-allow");
    const arrived = tool.getByRole("heading", { name: /Dan Member/ });
    await allow.or(arrived).first().waitFor();
    // Consent is asked once per person and application, perhaps in an earlier test.
    if (await allow.isVisible()) await allow.click();
    await arrived.waitFor();
    assert.equal(tool.url(), `${RELYING_APP}/`);
    assert.deepEqual(
      await tool.evaluate(() => [window.opener, document.referrer.includes("localhost:8080")]),
      [null, false],
    );
    const begun = `${RELYING_APP}/login?iss=${encodeURIComponent(ATRIUM)}`;
    assert.ok(addresses.includes(begun), "the card begins the sign-in");
    assert.deepEqual(addresses.filter((address) => /[?&]token=/.test(address)), []);
    assert.equal(page.url(), `${ATRIUM}/`, "the portal stays where it was");
  }));

test("a card of the demonstration without an application says so, and each example has an icon", () =>
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
  // The signed-out page says that the person is signed out; T-10 ends the whole session.
  test(`after a sign-out the portal says so and offers to sign in again, ${language}`, () =>
    visitor(async (page) => {
      await page.goto(`${ATRIUM}/`);
      await signIn(page, "ChloeManager");
      await page.waitForURL(`${ATRIUM}/`);
      // With the keyboard: a click could miss the menu while it is still moving into place.
      await page.locator("#person-button").press("ArrowDown");
      await page.locator("[role=menu]:focus").waitFor();
      await page.keyboard.press("End");
      await page.locator("[role=menuitem]").last().and(page.locator("[data-highlighted]")).waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL(`${ATRIUM}/logout?**`);
      assert.equal(await page.locator("h1").innerText(), signedOut);
      await isFine(page, `portal-signed-out-${language}-dark-360`);
      await page.getByRole("link", { name: again }).click();
      await page.locator("#password").waitFor();
    }, phone));
}

test("EveNewcomer chooses a new password and continues to the application that she opened", () =>
  visitor(async (page) => {
    await page.goto(`${RELYING_APP}/login`);
    await signIn(page, "eve@demo.test");
    await page.locator("#new_password").waitFor();
    await page.locator("#new_password").fill("a better one 2026");
    await page.locator("#confirm_password").fill("a better one 2026");
    await page.locator("form[action='/login/password'] button:not([type=button])").last().click();
    await page.locator("#consent-allow").click();
    await page.waitForURL(`${RELYING_APP}/**`);
    assert.match(await page.locator("body").innerText(), /Eve/);

    // The legacy application is open to groups, and Eve is in none: a page says so, and whom to
    // ask.
    const old = `${ATRIUM}/login?appName=LEGACYDEMO&callbackUrl=${encodeURIComponent(`${OLD_APP}/`)}`;
    const refused = await page.goto(old);
    assert.equal(refused.status(), 403);
    const words = await page.locator("main").innerText();
    for (const told of ["Old demo", "Brand team", "Chloe Manager"]) assert.ok(words.includes(told), words);
    await isFine(page, "no-access-en-light");
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: "dark" });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(wide <= 0, `the page stands out to the side by ${wide} pixels`);
    await isFine(page, "no-access-en-dark-360");
    await page.getByRole("link", { name: "中文" }).click();
    await page.locator("html[lang=zh-CN]").waitFor();
    await isFine(page, "no-access-zh-dark-360");
    await page.locator("#home").click();
    await page.waitForURL(`${ATRIUM}/`);
  }));
