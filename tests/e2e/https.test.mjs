// What needs a browser and https: the rules of `__Host-` cookies (RFC 6265bis section 4.1.3).
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { close, signIn, visitor } from "./browser.mjs";

const ROOT = join(import.meta.dirname, "../..");
const BINARY = process.env.ATRIUM_BINARY ?? join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug/atrium");
const PORT = 8329;
const HERE = `https://localhost:${PORT}`;
const SESSION = "__Host-atrium_session";

let folder;
let server;

/** A certificate for this run alone. Nobody trusts it, so the browser must be set to accept it. */
function certify() {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const ask = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost";
  const name = ["-addext", "subjectAltName=DNS:localhost"];
  execFileSync("openssl", [...ask.split(" "), ...name, "-keyout", key, "-out", cert], { stdio: "pipe" });
  return { key, cert };
}

function answers() {
  return new Promise((resolve) => {
    const asked = get(`${HERE}/login`, { rejectUnauthorized: false }, (answer) => {
      answer.resume();
      resolve(true);
    });
    asked.on("error", () => resolve(false));
  });
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "atrium-https-"));
  const { key, cert } = certify();
  const env = {
    PATH: process.env.PATH,
    ATRIUM_SERVER__LISTEN: `127.0.0.1:${PORT}`,
    ATRIUM_SERVER__PUBLIC_URL: HERE,
    ATRIUM_SERVER__TLS_CERT: cert,
    ATRIUM_SERVER__TLS_KEY: key,
    ATRIUM_DATABASE__URL: `sqlite:${folder}/atrium.db`,
    ATRIUM_CLIENTS__FILE: join(ROOT, "clients.toml"),
    ATRIUM_MAIL__URL: `file:${folder}/mail`,
    ATRIUM_OUTBOUND__ALLOW: "localhost:8081",
  };
  const where = { cwd: folder, env, stdio: "pipe" };
  execFileSync(BINARY, ["seed", "--demo"], where);
  server = spawn(BINARY, ["serve"], { ...where, stdio: "ignore" });
  for (let tries = 0; tries < 200 && !(await answers()); tries += 1) {
    assert.equal(server.exitCode, null, "the server ended");
    await pause(50);
  }
  assert.ok(await answers());
});

after(async () => {
  await close();
  server?.kill("SIGTERM");
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const held = async (context) => (await context.cookies(HERE)).filter((cookie) => cookie.name === SESSION);

// Attack 9, design 8 "Cookies": a browser ignores the deletion of a `__Host-` cookie without the
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
