// How a browser leaves us. The application's callback redirects to a third origin, as a broker or a proxy of
// many applications does. Chromium holds the whole chain of redirects after a form against the page's
// `form-action`.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { close, signIn, until, visitor } from "./browser.mjs";
import { listen, makeFolder, removeFolder, startAtrium } from "./server.mjs";

const PORT = 8331;
const HERE = `http://localhost:${PORT}`;

const folder = makeFolder();
let atrium;
let app;
let third;

/** The third origin, where every way ends. */
const last = createServer((_, response) => {
  response.setHeader("content-type", "text/html");
  response.end("<h1>Arrived</h1>");
});

/** The application: it redirects every request on, with the parameters that it got. */
const broker = createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part));
  request.on("end", () => {
    const got = body || new URL(request.url, app).search.slice(1);
    response.writeHead(303, { location: `${third}/done?${got}` });
    response.end();
  });
});

before(async () => {
  third = await listen(last, "localhost");
  app = await listen(broker, "127.0.0.1");
  const clients = `
[[client]]
client_id = "broker"
name = "Broker"
demo = true
first_party = true
secret = "broker-secret-0123456789abcdefghijk"
redirect_uris = ["${app}/callback"]
post_logout_redirect_uris = ["${app}/left"]

[[client]]
client_id = "asking"
name = "Asking broker"
demo = true
secret = "asking-secret-0123456789abcdefghijk"
redirect_uris = ["${app}/callback"]

[[client]]
client_id = "native"
name = "Native app"
demo = true
application_type = "native"
token_endpoint_auth_method = "none"
redirect_uris = ["com.example.app:/cb"]

[[client]]
client_id = "old-broker"
name = "Old broker"
kind = "legacy"
demo = true
[client.legacy]
app_name = "OLDBROKER"
callback_origins = ["${app}"]
mode = "query"
`;
  atrium = await startAtrium({ folder, port: PORT, clients });
});

after(async () => {
  await close();
  atrium?.stop();
  broker.close();
  last.close();
  removeFolder(folder);
});

const request = (more) =>
  `${HERE}/oauth2/authorize?${new URLSearchParams({
    client_id: "broker",
    response_type: "code",
    redirect_uri: `${app}/callback`,
    scope: "openid",
    state: "s; url=https://evil.example/ '\"",
    ...more,
  })}`;

/** Waits until the browser is at the third origin. Returns what the application got. */
async function arrives(page) {
  await page.waitForURL(`${third}/done**`, { timeout: 10_000 });
  assert.equal(await page.getByRole("heading").innerText(), "Arrived");
  return Object.fromEntries(new URL(page.url()).searchParams);
}

/** Signs in at a page of ours that leads nowhere else. */
async function signedIn(page, account = "DanMember") {
  await page.goto(`${HERE}/login`);
  await signIn(page, account);
  // The portal signs in by itself meanwhile, which would end a navigation that begins here.
  await page.locator("[data-app-card]").first().waitFor();
}

const inBrowser = (name, visit, options) => test(name, () => visitor(visit, options));

for (const [how, options] of [
  ["", {}],
  [" without script", { javaScriptEnabled: false }],
]) {
  inBrowser(
    `a sign-in leads to an application that redirects on${how}`,
    async (page) => {
      await page.goto(request());
      await signIn(page, "DanMember");
      const got = await arrives(page);
      assert.equal(got.state, "s; url=https://evil.example/ '\"");
      assert.ok(got.code.length >= 22);
    },
    options,
  );
}

inBrowser("a cancelled sign-in does", async (page) => {
  await page.goto(request({ client_id: "asking" }));
  await page.locator("#cancel").click();
  assert.equal((await arrives(page)).error, "access_denied");
});

inBrowser("consent does", async (page) => {
  await signedIn(page, "BenAdmin");
  await page.goto(request({ client_id: "asking", prompt: "consent" }));
  await page.waitForTimeout(700);
  await page.locator("#consent-allow").click();
  assert.ok((await arrives(page)).code);
});

inBrowser("the account chooser does", async (page) => {
  await signedIn(page);
  await page.goto(request({ prompt: "select_account" }));
  await page.locator("[name=choice][value=current]").click();
  assert.ok((await arrives(page)).code);
});

inBrowser("a first sign-in does, after the person has chosen a password", async (page) => {
  await page.goto(request());
  await signIn(page, "EveNewcomer");
  await page.locator("#new_password").fill("a better one 2026");
  await page.locator("#confirm_password").fill("a better one 2026");
  await page.locator("form[action='/login/password'] button:not([type=button])").last().click();
  assert.ok((await arrives(page)).code);
});

// RFC 8252 section 7.1. No program of this machine takes the address, so the page stays.
for (const [how, options] of [
  ["", {}],
  [" without script", { javaScriptEnabled: false }],
]) {
  inBrowser(
    `a page leads to a native application, and its button too${how}`,
    async (page) => {
      const asked = [];
      const session = await page.context().newCDPSession(page);
      await session.send("Page.enable");
      session.on("Page.frameRequestedNavigation", ({ url }) => asked.push(url));
      const challenge = { code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", code_challenge_method: "S256" };
      await page.goto(request({ client_id: "native", redirect_uri: "com.example.app:/cb", state: "n", ...challenge }));
      await signIn(page, "DanMember");
      await page.locator("#consent-allow").waitFor();
      await page.waitForTimeout(700);
      await page.locator("#consent-allow").click();
      const button = page.getByRole("link", { name: "Native app" });
      await button.waitFor();
      const to = await button.getAttribute("href");
      assert.match(to, /^com\.example\.app:\/cb\?code=[\w-]{22,}&state=n&iss=/);
      await until(() => asked.includes(to), "the page does not lead on");
      await button.click();
      await until(() => asked.filter((url) => url === to).length === 2, "the button does not");
      assert.ok(await button.isVisible(), "the person can try again");
    },
    options,
  );
}

inBrowser("form_post does, every time", async (page) => {
  await page.goto(request({ response_mode: "form_post" }));
  await signIn(page, "DanMember");
  assert.ok((await arrives(page)).code);
  await page.goto(request({ response_mode: "form_post" }));
  assert.ok((await arrives(page)).code);
});

inBrowser("a sign-out does", async (page) => {
  await signedIn(page);
  const back = { client_id: "broker", post_logout_redirect_uri: `${app}/left`, state: "bye" };
  await page.goto(`${HERE}/oauth2/logout?${new URLSearchParams(back)}`);
  await page.locator("#logout-yes").click();
  assert.deepEqual(await arrives(page), { state: "bye" });
});

inBrowser("callbackUrl does", async (page) => {
  const query = new URLSearchParams({ callbackUrl: `${app}/old?a=1`, appName: "OLDBROKER" });
  await page.goto(`${HERE}/login?${query}`);
  await signIn(page, "DanMember");
  const got = await arrives(page);
  assert.equal(got.a, "1");
  assert.ok(got.token);
});

// The page that leads out leaves no entry in the history. After Back from the application, the form of the finished
// sign-in leads on again; a second Back leads to where the person came from.
inBrowser("the Back button leads past the page", async (page) => {
  await page.goto(`${third}/before`);
  await page.goto(request());
  await signIn(page, "DanMember");
  const first = await arrives(page);
  await page.goBack({ waitUntil: "commit" });
  await page.waitForURL((url) => url.pathname === "/done" && url.searchParams.get("code") !== first.code);
  await page.goBack({ waitUntil: "commit" });
  await page.waitForURL(`${third}/before`);
});
