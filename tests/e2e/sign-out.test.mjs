// After a sign-out on a page of ours, with any target (decision 0054), every tab of the browser leaves within a second,
// and no part of the session is left.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { close, signIn, until, visitor } from "./browser.mjs";
import { listen, makeFolder, removeFolder, startAtrium } from "./server.mjs";

const PORT = 8332;
const HERE = `http://localhost:${PORT}`;
const WITHIN = 1_000;

const folder = makeFolder();
let atrium;
let app;

const application = createServer((_, response) => {
  response.setHeader("content-type", "text/html");
  response.end("<h1>Arrived</h1>");
});

before(async () => {
  app = await listen(application, "127.0.0.1");
  const clients = `
[[client]]
client_id = "tool"
name = "Tool"
demo = true
secret = "tool-secret-0123456789abcdefghijklm"
redirect_uris = ["${app}/callback"]
post_logout_redirect_uris = ["${app}/left"]
`;
  atrium = await startAtrium({ folder, port: PORT, clients });
});

after(async () => {
  await close();
  atrium?.stop();
  application.close();
  removeFolder(folder);
});

/** Answers the question of a sign-out that this application asks for, and waits for where it leads. */
const askedBy = (client, to) => async (page) => {
  const query = new URLSearchParams({ client_id: client, post_logout_redirect_uri: to() });
  await page.goto(`${HERE}/oauth2/logout?${query}`);
  await page.locator("#logout-yes").click();
  await page.waitForURL((url) => !url.pathname.endsWith("/logout"));
};

const WAYS = {
  "in the portal": async (page) => {
    await page.locator("#person-button").press("ArrowDown");
    await page.locator("[role=menu]:focus").waitFor();
    await page.keyboard.press("End");
    await page.locator("[role=menuitem]").last().and(page.locator("[data-highlighted]")).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${HERE}/logout?**`);
  },
  "on the page": async (page) => {
    await page.goto(`${HERE}/logout`);
    await page.locator("#logout-yes").click();
    await page.locator("a.button[href='/login']").waitFor();
  },
  "that leads to an application": askedBy("tool", () => `${app}/left`),
  "that leads to the portal": async (page) => {
    await askedBy("portal", () => `${HERE}/`)(page);
    // The portal leads on by itself.
    await page.locator("#account").waitFor();
  },
};

/** The parts of the portal's session that this browser keeps. */
const kept = (page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes("atrium-portal")) return [];
    const done = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = request.onblocked = () => reject(request.error);
      });
    const database = await done(indexedDB.open("atrium-portal"));
    const keys = await done(database.transaction("session").objectStore("session").getAllKeys());
    database.close();
    // What the server says of itself, for the next sign-in.
    return keys.filter((key) => key !== "metadata");
  });

async function home(page) {
  await page.goto(`${HERE}/`);
  await page.locator("#account, [data-app-card]").first().waitFor();
  if (await page.locator("#account").isVisible()) await signIn(page, "DanMember");
  await page.locator("[data-app-card]").first().waitFor();
}

/** Does the sign-out. Returns when its answer reached the browser, by the browser's clock. */
async function signOut(page, way) {
  const [answer] = await Promise.all([
    page.waitForResponse((one) => one.request().method() === "POST" && /\/logout$/.test(new URL(one.url()).pathname)),
    way(page),
  ]);
  const { startTime, responseStart } = answer.request().timing();
  return startTime + responseStart;
}

for (const [name, way] of Object.entries(WAYS)) {
  test(`after a sign-out ${name} every tab leaves within a second`, () =>
    visitor(async (page, context) => {
      await home(page);
      const others = [await context.newPage(), await context.newPage()];
      for (const other of others) await home(other);
      assert.deepEqual(await kept(page), ["tokens"], "what this test looks for");
      const ended = await signOut(page, way);
      for (const other of others) {
        await other.waitForURL(`${HERE}/logout?**`);
        const took = (await other.evaluate(() => performance.timeOrigin)) - ended;
        assert.ok(took < WITHIN, `a tab left after ${took} ms`);
        assert.equal(await other.locator("#person-button").count(), 0);
      }
      await until(async () => (await kept(others[0])).length === 0, "the browser keeps what is over");
    }));

  test(`after a sign-out ${name} in the only tab the browser keeps nothing`, () =>
    visitor(async (page) => {
      await home(page);
      await signOut(page, way);
      await page.goto(`${HERE}/healthz`);
      await until(async () => (await kept(page)).length === 0, "the browser keeps what is over");
    }));
}
