// A separate Atrium for a test, with demo data in a folder that is deleted with it.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get as getPlain } from "node:http";
import { get as getSecure } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const ROOT = join(import.meta.dirname, "../..");
const BINARY = process.env.ATRIUM_BINARY ?? join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug/atrium");

/** A folder for one test file. */
export const makeFolder = () => mkdtempSync(join(tmpdir(), "atrium-e2e-"));

/** A certificate for this run alone. Nobody trusts it, so the browser must be set to accept it. */
export function certify(folder) {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const ask = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost";
  const name = ["-addext", "subjectAltName=DNS:localhost"];
  execFileSync("openssl", [...ask.split(" "), ...name, "-keyout", key, "-out", cert], { stdio: "pipe" });
  return { key, cert };
}

/** Waits until `url` answers, while `runs` is true. */
export async function answers(url, runs = () => true) {
  const get = url.startsWith("https:") ? getSecure : getPlain;
  const once = () =>
    new Promise((resolve) => {
      const asked = get(url, { rejectUnauthorized: false }, (answer) => {
        answer.resume();
        resolve(true);
      });
      asked.on("error", () => resolve(false));
    });
  for (let tries = 0; tries < 200; tries += 1) {
    if (await once()) return;
    assert.ok(runs(), `what serves ${url} has ended`);
    await pause(50);
  }
  throw new Error(`${url} does not answer`);
}

/**
 * Starts an Atrium at `port` with the data of the demonstration in `folder`, its clients and `clients`, which are TOML, and
 * other `settings`. Returns how to stop it and how to run a command on its database, as an operator does.
 */
export async function startAtrium({ folder, port, clients = "", settings = {} }) {
  const file = join(folder, "clients.toml");
  writeFileSync(file, readFileSync(join(ROOT, "clients.toml"), "utf8") + clients);
  const env = {
    PATH: process.env.PATH,
    ATRIUM_SERVER__LISTEN: `127.0.0.1:${port}`,
    ATRIUM_SERVER__PUBLIC_URL: `http://localhost:${port}`,
    ATRIUM_DATABASE__URL: `sqlite:${folder}/atrium.db`,
    ATRIUM_CLIENTS__FILE: file,
    ATRIUM_MAIL__URL: `file:${folder}/mail`,
    ATRIUM_OUTBOUND__ALLOW: "localhost:8081",
    ...settings,
  };
  const where = { cwd: folder, env, stdio: "pipe" };
  const atrium = (...args) => execFileSync(BINARY, args, where);
  atrium("seed", "--demo");
  const server = spawn(BINARY, ["serve"], { ...where, stdio: "ignore" });
  const scheme = env.ATRIUM_SERVER__TLS_CERT ? "https" : "http";
  await answers(`${scheme}://localhost:${port}/login`, () => server.exitCode === null);
  return { atrium, stop: () => server.kill("SIGTERM") };
}

/** Starts `server` at a free port of `host`, and returns its origin. */
export const listen = (server, host) =>
  new Promise((resolve) => server.listen(0, host, () => resolve(`http://${host}:${server.address().port}`)));

export const removeFolder = (folder) => rmSync(folder, { recursive: true, force: true });
