// Requests from other sites in a real browser, whose rules for cookies, policies and origins decide
// the result.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { ATRIUM, OLD_APP, PASSWORD, close, signIn, visitor } from "./browser.mjs";

/** Another site than `localhost`, and registered as an address of `demo-app`. */
const SITE = "http://127.0.0.1:9999";
const heard = [];

/** A request of `demo-app` that always shows the consent page. */
const request = (more) =>
  `${ATRIUM}/oauth2/authorize?${new URLSearchParams({
    client_id: "demo-app",
    response_type: "code",
    redirect_uri: `${SITE}/callback`,
    scope: "openid",
    prompt: "consent",
    ...more,
  })}`;

/**
 * A single-page application that signs in in a pop-up window, and its callback, which answers the window that opened
 * it.
 */
const POP_UP = `<button>Go</button><script>
  onmessage = ({ data }) => (window.answer = data);
  document.querySelector("button").onclick = () => (window.popUp = open("${request({ state: "pop" })}", "", "popup"));
</script>`;
const CALLBACK = `<h1>Here</h1><script>opener?.postMessage(location.search, "${SITE}")</script>`;

/** An application that sends its request by a form and gets the answer by a form (Form Post Response Mode). */
const site = createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part));
  request.on("end", () => {
    const { pathname } = new URL(request.url, SITE);
    if (pathname === "/callback") heard.push({ method: request.method, url: request.url, body });
    response.setHeader("content-type", "text/html");
    if (pathname === "/pop-up") return response.end(POP_UP);
    if (pathname === "/callback") return response.end(CALLBACK);
    if (pathname !== "/") return response.end("<h1>Here</h1>");
    const asked = {
      client_id: "demo-app",
      response_type: "code",
      response_mode: "form_post",
      redirect_uri: `${SITE}/callback`,
      scope: "openid",
      state: `a "quoted" <state> & more`,
      nonce: "n-1",
    };
    const escaped = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
    const fields = Object.entries(asked).map(([name, value]) => `<input name="${name}" value="${escaped(value)}">`);
    return response.end(`<form method="post" action="${ATRIUM}/oauth2/authorize">${fields.join("")}<button>Go</button></form>`);
  });
});

before(() => new Promise((resolve) => site.listen(9999, "127.0.0.1", resolve)));
after(async () => {
  site.close();
  await close();
});

// OIDC Core 3.1.2.1, Form Post Response Mode 1.0 section 2, attack 18: the request comes from
// another site, so the browser does not send our Lax cookies. The answer goes back as a form that
// submits itself and that our CSP allows.
test("an authorization request by POST from another site gets its answer by form post", () =>
  visitor(async (page) => {
    await page.goto(`${ATRIUM}/login`);
    await signIn(page, "BenAdmin");
    await page.locator("[data-app-card]").first().waitFor();
    const kinds = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) kinds.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await page.goto(SITE);
    await page.getByRole("button").click();
    await page.locator("#consent-allow").click();
    await page.waitForURL(`${SITE}/callback`);
    assert.deepEqual([kinds[1], kinds.at(-1)], ["POST /oauth2/authorize", "POST /callback"]);
    assert.ok(!kinds.includes("GET /login"), "who is signed in is not asked again");
    assert.equal(heard.length, 1);
    assert.equal(heard[0].url, "/callback", "nothing stands in the address");
    const answer = Object.fromEntries(new URLSearchParams(heard[0].body));
    assert.deepEqual(Object.keys(answer).sort(), ["code", "iss", "state"]);
    assert.deepEqual([answer.iss, answer.state], [ATRIUM, `a "quoted" <state> & more`]);
    assert.ok(answer.code.length >= 22, "128 bits and more");
  }));

// The pages of a pending authorization keep their opener; all other pages are
// separated from it.
test("an application can sign in with a pop-up window; no other page keeps its opener", () =>
  visitor(async (page, context) => {
    await page.goto(`${SITE}/pop-up`);
    const [popUp] = await Promise.all([context.waitForEvent("page"), page.getByRole("button").click()]);
    await signIn(popUp, "ChloeManager");
    await popUp.locator("#consent-allow").click();
    await popUp.waitForURL(`${SITE}/callback?**`);
    await page.waitForFunction(() => window.answer !== undefined);
    const answer = new URLSearchParams(await page.evaluate(() => window.answer));
    assert.deepEqual([answer.get("state"), answer.get("iss")], ["pop", ATRIUM]);
    assert.ok(answer.get("code").length >= 22);
    assert.equal(await page.evaluate(() => window.popUp.closed), false);
    for (const path of ["/", "/logout", "/api/docs"]) {
      await page.evaluate((url) => (window.other = open(url)), `${ATRIUM}${path}`);
      await page.waitForFunction(() => window.other.closed, undefined, { timeout: 10_000 });
    }
  }));

// A double click on the previous page decides nothing. Its second click hits the
// place where the button "allow" has just appeared.
test("the second click of a double click does nothing on the consent page", () =>
  visitor(async (page) => {
    await page.goto(`${ATRIUM}/login`);
    await signIn(page, "BenAdmin");
    await page.locator("[data-app-card]").first().waitFor();
    const arrive = async () => {
      await page.goto(request({ state: "twice" }), { waitUntil: "commit" });
      const allow = page.locator("#consent-allow");
      await allow.waitFor();
      const { x, y, width, height } = await allow.boundingBox();
      return { allow, at: [x + width / 2, y + height / 2] };
    };
    const stays = async () => {
      await page.waitForTimeout(900);
      assert.equal(new URL(page.url()).pathname, "/consent");
      await page.clock.runFor(600);
    };
    // The page's clock stands still, so that a slow machine clicks early enough too.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    const { at } = await arrive();
    await page.mouse.click(...at);
    await stays();
    // Neither the keyboard nor a click right after the window gets the focus back decides anything.
    const { allow } = await arrive();
    await allow.focus();
    await page.keyboard.press("Enter");
    await stays();
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await page.mouse.click(...at);
    await stays();
    // A moment later a click counts.
    await page.mouse.click(...at);
    await page.waitForURL(`${SITE}/callback?**`);
  }));

// G-86, attack 36: the script of a legacy application may ask from its own origin who owns its
// token. No other script may.
test("the script of a legacy application may ask about its token, and no other site's script may", () =>
  visitor(async (page, context) => {
    let token;
    context.on("request", (request) => {
      if (request.url().startsWith(OLD_APP)) token ??= new URL(request.url()).searchParams.get("token");
    });
    await page.goto(`${OLD_APP}/`);
    await signIn(page, "DanMember");
    await page.waitForURL((url) => url.port === "8082");
    assert.ok(token, "the application was given its token");
    const asks = () =>
      page.evaluate(
        async ([url, given]) => {
          const headers = { "Access-Token": given, "Content-Type": "application/json" };
          const body = JSON.stringify({ appName: "LEGACYDEMO" });
          try {
            const answer = await fetch(url, { method: "POST", headers, body });
            return (await answer.json()).data.username;
          } catch (error) {
            return String(error);
          }
        },
        [`${ATRIUM}/api/security/user/info?appName=LEGACYDEMO`, token],
      );
    assert.match(await asks(), /Dan/);
    await page.goto(`${SITE}/other`);
    assert.equal(await asks(), "TypeError: Failed to fetch");
  }));

// C-004: a sign-out at a legacy application ends the whole session, as it always has.
test("a sign-out at the legacy application ends every session", () =>
  visitor(async (page) => {
    await page.goto(`${OLD_APP}/`);
    await signIn(page, "BenAdmin", PASSWORD);
    await page.waitForURL((url) => url.port === "8082");
    await page.locator("#logout").click();
    assert.equal(await page.getByRole("heading").innerText(), "You are logged out.");
    for (const tool of [OLD_APP, ATRIUM]) {
      await page.goto(`${tool}/`);
      await page.waitForURL(/localhost:8080\/login/);
      await page.locator("#password").waitFor();
    }
  }));
