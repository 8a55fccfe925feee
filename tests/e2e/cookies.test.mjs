// A browser that blocks cookies: the page says so at once, without a redirect loop. Debian's headless shell has no
// setting for it. So a relay removes the cookies in both directions, DevTools switch off `document.cookie`, and
// everything that Chromium blocks together with cookies throws.
import assert from "node:assert/strict";
import { createServer, request as send } from "node:http";
import { after, before, test } from "node:test";
import { close, isFine, newPage, signIn, watch } from "./browser.mjs";
import { makeFolder, removeFolder, startAtrium } from "./server.mjs";

const [ATRIUM_PORT, PORT] = [8333, 8337];
const HERE = `http://localhost:${PORT}`;

const folder = makeFolder();
let atrium;
/** Whether the browser blocks cookies now. */
let blocks;

const relay = createServer((request, response) => {
  const { method, url: path, headers } = request;
  if (blocks) delete headers.cookie;
  const asked = send({ port: ATRIUM_PORT, method, path, headers }, (answer) => {
    if (blocks) delete answer.headers["set-cookie"];
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  asked.on("error", () => response.destroy());
  request.pipe(asked);
});

before(async () => {
  const settings = { ATRIUM_SERVER__PUBLIC_URL: HERE };
  atrium = await startAtrium({ folder, port: ATRIUM_PORT, settings });
  await new Promise((resolve) => relay.listen(PORT, "127.0.0.1", resolve));
});

after(async () => {
  await close();
  atrium?.stop();
  relay.close();
  removeFolder(folder);
});

/** What Chromium does to scripts of a site whose cookies are blocked. */
function refuseStorage() {
  const refuse = () => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: refuse });
  IDBFactory.prototype.open = refuse;
  IDBFactory.prototype.deleteDatabase = refuse;
  LockManager.prototype.request = async () => refuse();
}

async function block({ page, context }) {
  blocks = true;
  await context.addInitScript(refuseStorage);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setDocumentCookieDisabled", { disabled: true });
}

const LANGUAGES = {
  "en-US": {
    server: "Your browser keeps no cookies for this site",
    portal: "This browser blocks cookies for this site. Allow them in its settings, then sign in again.",
  },
  "zh-CN": {
    server: "浏览器未保存本站的 Cookie",
    portal: "浏览器已禁止本站使用 Cookie。请在浏览器设置中允许，然后重新登录。",
  },
};

/** The documents that `go` leads to, once no other has followed for a second. The last one says `sentence`. */
async function reads(page, sentence, go) {
  const documents = [];
  const note = (request) => request.isNavigationRequest() && documents.push(new URL(request.url()).pathname);
  page.on("request", note);
  await go();
  await page.getByText(sentence, { exact: true }).waitFor();
  const before = documents.length;
  await page.waitForTimeout(1_000);
  page.off("request", note);
  assert.equal(documents.length, before, `a circle: ${documents}`);
  assert.ok(await page.getByText(sentence, { exact: true }).isVisible());
  return documents;
}

const authorize = `${HERE}/oauth2/authorize?${new URLSearchParams({
  client_id: "demo-app",
  response_type: "code",
  redirect_uri: "http://localhost:8081/callback",
  scope: "openid",
})}`;

for (const [locale, { server, portal }] of Object.entries(LANGUAGES)) {
  /** Runs `visit` in a browser that nobody used before. */
  const inBrowser = (name, visit) =>
    test(`${name}, ${locale}`, async () => {
      blocks = false;
      const opened = await newPage({ locale });
      try {
        await watch(opened, () => visit(opened));
      } finally {
        await opened.context.close();
      }
    });

  inBrowser("blocked cookies are said at the sign-in, by each way that leads there", async (opened) => {
    await block(opened);
    const { page, context } = opened;
    for (const [from, documents] of [
      [`${HERE}/login`, ["/login", "/login"]],
      [authorize, ["/oauth2/authorize", "/login"]],
      [`${HERE}/`, ["/", "/oauth2/authorize", "/login"]],
      [`${HERE}/my-groups`, ["/my-groups", "/oauth2/authorize", "/login"]],
    ]) {
      assert.deepEqual(await reads(page, server, () => page.goto(from)), documents);
    }
    await isFine(page, `cookies-blocked-${locale}`);
    // The page's link to continue leads to this sentence again.
    await reads(page, server, () => page.locator("main a.button").click());
    assert.deepEqual(await context.cookies(), []);
  });

  inBrowser("cookies that are blocked while the form is open are said too", async (opened) => {
    const { page } = opened;
    await page.goto(`${HERE}/login`);
    await page.locator("#password").waitFor();
    await block(opened);
    await reads(page, server, () => signIn(page, "DanMember"));
  });

  inBrowser("the portal says that cookies are blocked, where it is the one that notices", async (opened) => {
    await block(opened);
    const { page } = opened;
    assert.deepEqual(await reads(page, portal, () => page.goto(`${HERE}/callback?code=c&state=s`)), ["/callback"]);
    await isFine(page, `cookies-blocked-portal-${locale}`);
  });
}
