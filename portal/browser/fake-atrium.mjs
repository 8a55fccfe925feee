// A fake server for the built portal in a real browser: the built files under the strict policy, an OpenID provider that
// signs everyone in at once, and a product API that answers with the mocks of the unit tests (src/testing).
// Tests against the real binary are in tests/e2e.
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { runnerImport } from "vite";
import { CSP } from "./policy.mjs";

/** The exports of a module of `src/testing`. */
export const testing = (name) => moduleOf(`testing/${name}`);

/** The exports of a module of `src`. */
export async function moduleOf(name) {
  const path = new URL(`../src/${name}.ts`, import.meta.url).pathname;
  const { module } = await runnerImport(path, { configFile: false, logLevel: "warn" });
  // Vite sets it to `development`; later builds in this process would then use React's development code.
  delete process.env.NODE_ENV;
  return module;
}

const { envelopeOf } = await testing("mocks");
const { fakeAtrium } = await testing("fake-atrium");
const { person, products } = await testing("people-and-products");
/** The fakes of all nouns: each file `fake-*.ts` says by `standIn` what it answers here. */
const standIns = [];
for (const file of readdirSync(new URL("../src/testing/", import.meta.url)).sort()) {
  const [, name] = /^(fake-.+)\.ts$/.exec(file) ?? [];
  const { standIn } = name ? await testing(name) : {};
  if (standIn) standIns.push(standIn);
}

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};
const REQUEST_ID = "01JD-FAKE-7Q2M";
/** The script of the server's pages. */
const SCRIPT = new URL("../../templates/assets/signin.js", import.meta.url);
const DIST = new URL("../dist/", import.meta.url).pathname;

/**
 * Starts it on a free port. Tests may change `fake.mood` and the counters while it runs. `dist` is the folder of
 * another build; `mocks` answer its other calls. `handlers` (by path) are for what mocks cannot do: uploads and streams.
 */
export async function startFake({ dist = DIST, mocks = [], accessList = [], handlers = {} } = {}) {
  const fake = {
    dist,
    handlers,
    accessList,
    mood: "full",
    lang: "en-us",
    lifetime: 300,
    delay: 0,
    /** Who signs in. */
    subject: person.id,
    /** Live refresh tokens, live access tokens and open codes. */
    refresh: new Set(),
    access: new Set(),
    codes: new Map(),
    /** The answer of each press, by its key. */
    answered: new Map(),
    seen: { authorize: 0, token: 0, api: 0, nonceChallenges: 0, reused: 0, logout: 0 },
    requests: [],
  };
  fake.signedOut = () => {
    fake.seen.logout += 1;
    fake.access.clear();
    fake.refresh.clear();
  };
  fake.mocks = [...mocks, ...fakeAtrium(fake), ...standIns.flatMap((standIn) => standIn())];
  const server = createServer((request, response) => {
    answer(fake, request, response).catch((error) => {
      console.error(error);
      response.writeHead(500).end();
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  fake.url = `http://localhost:${server.address().port}`;
  fake.stop = () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve)));
  return fake;
}

async function answer(fake, request, response) {
  const url = new URL(request.url, fake.url);
  fake.requests.push({ url: request.url, referer: request.headers.referer });
  const body = await text(request);
  if (url.pathname === "/config.json") return json(response, 200, config(fake));
  if (url.pathname === "/.well-known/openid-configuration") return json(response, 200, metadata(fake));
  if (url.pathname === "/oauth2/authorize") return authorize(fake, url, response);
  if (url.pathname === "/oauth2/token") return token(fake, request, new URLSearchParams(body), response);
  if (url.pathname === "/login") return page(response, "<title>Sign in</title><h1>Sign in</h1>");
  if (url.pathname === "/logout") {
    // `?ended`: this answer has ended a session, as the server's own page after the question does.
    const ended = url.searchParams.has("ended") ? ' data-ended=""' : "";
    const script = '<script src="/signin.js" defer></script>';
    return page(response, `<title>Signed out</title><h1${ended}>You are signed out</h1>${script}`);
  }
  if (url.pathname === "/signin.js") {
    response.writeHead(200, { "content-type": TYPES[".js"] });
    return void response.end(readFileSync(SCRIPT));
  }
  if (url.pathname.startsWith("/open/")) return card(url, response);
  if (url.pathname.startsWith("/api/")) return api(fake, request, url, body, response);
  return file(fake.dist, url.pathname, request, response);
}

/** Leads from a card to its application, with a launch token for a legacy one. */
function card(url, response) {
  const product = products.find(({ id }) => url.pathname === `/open/${id}`);
  const token = product?.opens === "legacy" ? `?token=${randomUUID()}` : "";
  const location = product?.link ? product.link + token : `/ask/${product?.id ?? 0}`;
  // A page that leads on, as the server's: a test can answer for the application, which it cannot after a redirect.
  const refresh = `<meta http-equiv="refresh" content="0;url=${location}">`;
  response.writeHead(200, { "content-type": "text/html", "referrer-policy": "no-referrer" }).end(refresh);
}

function config(fake) {
  return {
    productName: "Atrium",
    issuer: fake.url,
    clientId: "portal",
    scope: "openid profile email",
    hiddenAppIds: [16, 35, 34],
    typeLabels: {
      1: { "en-us": "Everyday work", "zh-cn": "日常工作" },
      2: { "en-us": "Reference", "zh-cn": "资料" },
      3: { "en-us": "Planning and reporting", "zh-cn": "策划与报告" },
    },
    filings: [{ text: "沪ICP备00000000号-1", url: "https://beian.miit.gov.cn/" }],
    handbookUrl: "/handbook.pdf",
    filesUrl: null,
    messagingApp: true,
    registration: true,
    timeZone: "Asia/Shanghai",
  };
}

function metadata(fake) {
  return {
    issuer: fake.url,
    authorization_endpoint: `${fake.url}/oauth2/authorize`,
    token_endpoint: `${fake.url}/oauth2/token`,
    jwks_uri: `${fake.url}/oauth2/jwks`,
    response_types_supported: ["code"],
    id_token_signing_alg_values_supported: ["RS256"],
    authorization_response_iss_parameter_supported: true,
  };
}

function authorize(fake, url, response) {
  fake.seen.authorize += 1;
  const given = url.searchParams;
  const code = randomUUID();
  fake.codes.set(code, {
    nonce: given.get("nonce"),
    challenge: given.get("code_challenge"),
    proved: given.has("max_age"),
  });
  const back = new URL(given.get("redirect_uri"));
  back.searchParams.set("code", code);
  back.searchParams.set("state", given.get("state"));
  back.searchParams.set("iss", fake.url);
  response.writeHead(303, { location: back.href, "referrer-policy": "no-referrer" }).end();
}

function token(fake, request, form, response) {
  fake.seen.token += 1;
  const proof = proofOf(request);
  if (!proof) return json(response, 400, { error: "invalid_dpop_proof" });
  if (proof.nonce !== "fake-nonce") {
    fake.seen.nonceChallenges += 1;
    return json(response, 400, { error: "use_dpop_nonce" }, { "dpop-nonce": "fake-nonce" });
  }
  let nonce;
  let proved = false;
  if (form.get("grant_type") === "authorization_code") {
    const open = fake.codes.get(form.get("code"));
    fake.codes.delete(form.get("code"));
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (open?.challenge !== challenge) return json(response, 400, { error: "invalid_grant" });
    ({ nonce, proved } = open);
  } else if (!fake.refresh.delete(form.get("refresh_token"))) {
    fake.seen.reused += 1;
    return json(response, 400, { error: "invalid_grant" });
  }
  const access = randomUUID();
  const refresh = randomUUID();
  fake.access.add(access);
  fake.refresh.add(refresh);
  const now = Math.floor(Date.now() / 1000);
  const idToken = [
    { alg: "RS256", kid: "fake" },
    {
      iss: fake.url,
      sub: fake.subject,
      aud: "portal",
      iat: now,
      exp: now + 300,
      nonce,
      ...(proved && { auth_time: now }),
    },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  json(response, 200, {
    access_token: access,
    token_type: "DPoP",
    expires_in: fake.lifetime,
    refresh_token: refresh,
    ...(nonce && { id_token: [...idToken, "c2ln"].join(".") }),
  });
}

async function api(fake, request, url, body, response) {
  fake.seen.api += 1;
  if (fake.delay) await new Promise((resolve) => setTimeout(resolve, fake.delay));
  const bearer = /^DPoP (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  const proof = proofOf(request);
  const bound =
    proof?.ath ===
    createHash("sha256")
      .update(bearer ?? "")
      .digest("base64url");
  if (!fake.access.has(bearer) || !bound || proof.htu !== fake.url + url.pathname) {
    return json(
      response,
      401,
      { status: 100000, data: null, msg: "Please sign in.", requestId: REQUEST_ID },
      {
        "www-authenticate": 'DPoP error="invalid_token"',
      },
    );
  }
  const handler = fake.handlers[url.pathname];
  if (handler) return handler(request, response, body);
  const method = request.method.toLowerCase();
  const mock = fake.mocks.find((one) => one.method === method && one.path === url.pathname);
  if (!mock) throw new Error(`nothing answers ${method} ${url.pathname}`);
  const query = Object.fromEntries(url.searchParams);
  const press = request.headers["idempotency-key"];
  const earlier = fake.answered.get(press);
  const reply = earlier ?? (await mock.reply({ query, body: body ? JSON.parse(body) : undefined }));
  // A repeated press is answered again, without its secret (decision 0045).
  if (press && reply.kind === "success")
    fake.answered.set(
      press,
      reply.data?.secret ? { ...reply, data: { ...reply.data, secret: null } } : reply,
    );
  if (reply.kind === "file") {
    response.writeHead(200, { "content-type": reply.type, "content-disposition": "attachment" });
    return void response.end(reply.text);
  }
  const { status = 200, headers } = reply.http ?? {};
  json(response, status, envelopeOf(reply, { success: REQUEST_ID, refusal: REQUEST_ID }), headers);
}

function proofOf(request) {
  const [, payload] = (request.headers.dpop ?? "").split(".");
  return payload && JSON.parse(Buffer.from(payload, "base64url").toString());
}

function file(dist, path, request, response) {
  const wanted = normalize(join(dist, path));
  const found = path !== "/" && wanted.startsWith(dist) && existsSync(wanted);
  if (!found && path.startsWith("/assets/")) return void response.writeHead(404).end();
  const served = found ? wanted : join(dist, "index.html");
  const packed = existsSync(`${served}.br`) && (request.headers["accept-encoding"] ?? "").includes("br");
  response.writeHead(200, {
    "content-type": TYPES[extname(served)] ?? "application/octet-stream",
    "content-security-policy": CSP,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    ...(packed && { "content-encoding": "br" }),
  });
  response.end(readFileSync(packed ? `${served}.br` : served));
}

function page(response, html) {
  response.writeHead(200, { "content-type": TYPES[".html"] }).end(html);
}

function json(response, status, body, headers = {}) {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store", ...headers });
  response.end(JSON.stringify(body));
}

function text(request) {
  return new Promise((resolve) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => resolve(Buffer.concat(parts).toString()));
  });
}
