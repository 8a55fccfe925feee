// Atrium behind nginx as Debian ships it, with the headers that guides for hardening add, and a wire of 5 ms each way
// between the two. nginx's defaults for the size of heads and for retries hold.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer as createApp } from "node:http";
import { Agent, request as send } from "node:https";
import { connect, createServer as createRelay } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { close, signIn, visitor } from "./browser.mjs";
import { answers, certify, listen, makeFolder, removeFolder, startAtrium } from "./server.mjs";

const [ATRIUM_PORT, WIRE_PORT, NGINX_PORT] = [8334, 8335, 8336];
const HERE = `https://localhost:${NGINX_PORT}`;
const DELAY = 5;
/** nginx closes its idle connections first; the limit of a head is shorter than both. Seconds. */
const [HEAD, KEPT_BY_NGINX, KEPT_BY_ATRIUM] = [1, 2, 4];

const folder = makeFolder();
let atrium;
let nginx;
let app;
/** What the application's callback got. */
const got = [];

/** Passes bytes on after the delay of the wire, in their order. */
const wire = createRelay((near) => {
  const far = connect(ATRIUM_PORT, "127.0.0.1");
  for (const [from, to] of [
    [near, far],
    [far, near],
  ]) {
    from.setNoDelay(true);
    from.on("data", (bytes) => setTimeout(() => to.destroyed || to.write(bytes), DELAY));
    from.on("end", () => setTimeout(() => to.end(), DELAY));
    from.on("error", () => to.destroy());
    from.on("close", () => setTimeout(() => to.destroy(), 2 * DELAY));
  }
});

const callback = createApp((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part));
  request.on("end", () => {
    const { pathname, search } = new URL(request.url, app);
    if (pathname === "/callback") got.push(body || search.slice(1));
    response.setHeader("content-type", "text/html");
    response.end("<h1>Arrived</h1>");
  });
});

function configuration({ key, cert }) {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx.log;
events { worker_connections 768; }
http {
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n  ")}
  access_log off;
  include /etc/nginx/mime.types;
  gzip on;
  upstream atrium {
    server 127.0.0.1:${WIRE_PORT};
    keepalive 32;
    keepalive_timeout ${KEPT_BY_NGINX}s;
  }
  server {
    listen 127.0.0.1:${NGINX_PORT} ssl http2;
    server_name localhost;
    ssl_certificate ${cert};
    ssl_certificate_key ${key};
    add_header Strict-Transport-Security "max-age=63072000" always;
    add_header X-Frame-Options SAMEORIGIN always;
    add_header X-Content-Type-Options nosniff always;
    add_header Referrer-Policy no-referrer always;
    add_header Permissions-Policy "camera=(), microphone=(), geolocation=()" always;
    add_header Content-Security-Policy "object-src 'none'; frame-ancestors 'self'" always;
    location / {
      proxy_pass http://atrium;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      include /etc/nginx/proxy_params;
    }
  }
}
`;
}

before(async () => {
  app = await listen(callback, "127.0.0.1");
  const clients = `
[[client]]
client_id = "behind"
name = "Behind a proxy"
demo = true
secret = "behind-secret-0123456789abcdefghijk"
redirect_uris = ["${app}/callback"]
post_logout_redirect_uris = ["${app}/left"]
`;
  const settings = {
    ATRIUM_SERVER__PUBLIC_URL: HERE,
    ATRIUM_SERVER__TRUSTED_PROXIES: "127.0.0.1",
    ATRIUM_SERVER__HEADER_TIMEOUT: `${HEAD}s`,
    ATRIUM_SERVER__IDLE_TIMEOUT: `${KEPT_BY_ATRIUM}s`,
  };
  const pair = certify(folder);
  atrium = await startAtrium({ folder, port: ATRIUM_PORT, clients, settings });
  await new Promise((resolve) => wire.listen(WIRE_PORT, "127.0.0.1", resolve));
  mkdirSync(join(folder, "proxy"), { recursive: true });
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration(pair));
  nginx = spawn("/usr/sbin/nginx", ["-p", folder, "-e", `${folder}/nginx.log`, "-c", file], { stdio: "ignore" });
  await answers(`${HERE}/login`, () => nginx.exitCode === null);
});

after(async () => {
  await close();
  nginx?.kill("SIGTERM");
  atrium?.stop();
  wire.close();
  callback.close();
  removeFolder(folder);
});

const request = (more) =>
  `${HERE}/oauth2/authorize?${new URLSearchParams({
    client_id: "behind",
    response_type: "code",
    redirect_uri: `${app}/callback`,
    scope: "openid",
    ...more,
  })}`;

async function arrives(page) {
  await page.waitForURL(`${app}/callback**`);
  return Object.fromEntries(new URLSearchParams(got.at(-1)));
}

const behind = (name, visit) => test(name, () => visitor(visit, { ignoreHTTPSErrors: true }));

behind("the portal loads behind nginx, after a sign-in, and signs out", async (page) => {
  const sent = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request));
  await page.goto(`${HERE}/`);
  await signIn(page, "BenAdmin");
  await page.locator("[data-app-card]").first().waitFor();
  const form = await sent[0].allHeaders();
  assert.deepEqual([form.origin, form["sec-fetch-site"]], ["null", "same-origin"], "the proxy hides the origin");
  // A script's requests have the mode `cors`, for which no policy hides it (Fetch section 3.2).
  await page.locator("#person-button").press("ArrowDown");
  await page.locator("[role=menu]:focus").waitFor();
  await page.keyboard.press("End");
  await page.locator("[role=menuitem]").last().and(page.locator("[data-highlighted]")).waitFor();
  await page.keyboard.press("Enter");
  // If the call were refused, the page would ask.
  await page.getByRole("heading", { name: "You are signed out" }).waitFor();
  const calls = sent.filter((request) => new URL(request.url()).pathname.startsWith("/api/"));
  assert.ok(calls.some((call) => call.url().endsWith("/logout")), "one of them writes");
  // The browser gives no headers of a call that the sign-out cut off.
  for (const call of calls) {
    if (await call.response()) assert.equal((await call.allHeaders()).origin, HERE, call.url());
  }
});

behind("consent, a second answer by form_post, and a sign-out work behind nginx", async (page) => {
  await page.goto(request({ state: "first" }));
  await signIn(page, "DanMember");
  await page.locator("#consent-allow").waitFor();
  await page.waitForTimeout(700);
  await page.locator("#consent-allow").click();
  assert.equal((await arrives(page)).state, "first");
  await page.goto(request({ state: "second", response_mode: "form_post" }));
  const posted = await arrives(page);
  assert.equal(posted.state, "second");
  assert.ok(posted.code);
  const back = { client_id: "behind", post_logout_redirect_uri: `${app}/left` };
  await page.goto(`${HERE}/oauth2/logout?${new URLSearchParams(back)}`);
  await page.locator("#logout-yes").click();
  await page.waitForURL(`${app}/left`);
});

// A broker's `state`: nginx takes the request line, and the head of the answer fits too.
behind("a state of 7,000 bytes goes through nginx and back", async (page) => {
  const state = "s".repeat(7_000);
  await page.goto(request({ state }));
  await signIn(page, "ChloeManager");
  await page.locator("#consent-allow").waitFor();
  await page.waitForTimeout(700);
  await page.locator("#consent-allow").click();
  assert.equal((await arrives(page)).state, state);
  await page.goto(request({ state }));
  assert.equal((await arrives(page)).state, state, "by GET alone");
});

/** The status of a POST, which nginx does not repeat when its connection to Atrium has just closed. */
const posts = (agent) =>
  new Promise((resolve, reject) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const options = { method: "POST", agent, headers, rejectUnauthorized: false };
    const asked = send(`${HERE}/oauth2/introspect`, options, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode));
    });
    asked.on("error", reject);
    asked.end("token=x");
  });

// 192 requests around the end of each of three time limits: a head's, nginx's and Atrium's for an idle connection.
test("no request meets a connection that has just closed", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const found = new Map();
  const moments = [HEAD, HEAD, HEAD, KEPT_BY_NGINX, KEPT_BY_NGINX, KEPT_BY_ATRIUM];
  for (const moment of moments) {
    const round = Array.from({ length: 32 }, async (_, n) => {
      await pause(moment * 1_000 + (n - 16) * 3);
      const status = await posts(agent);
      found.set(status, (found.get(status) ?? 0) + 1);
    });
    await Promise.all(round);
  }
  agent.destroy();
  assert.deepEqual([...found], [[401, 192]]);
});
