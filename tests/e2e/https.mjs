// A server of its own with a certificate, for what needs https or other settings than the demonstration's.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const ROOT = join(import.meta.dirname, "../..");
const BINARY = process.env.ATRIUM_BINARY ?? join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug/atrium");

/** A certificate for this run alone. Nobody trusts it, so the browser must be set to accept it. */
function certify(folder) {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const ask = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost";
  const name = ["-addext", "subjectAltName=DNS:localhost"];
  execFileSync("openssl", [...ask.split(" "), ...name, "-keyout", key, "-out", cert], { stdio: "pipe" });
  return { key, cert };
}

function answers(address) {
  return new Promise((resolve) => {
    const asked = get(address, { rejectUnauthorized: false }, (answer) => {
      answer.resume();
      resolve(true);
    });
    asked.on("error", () => resolve(false));
  });
}

/** Starts a server at `address`, an https address of localhost, with the data of the demonstration. */
export async function serve(address) {
  const folder = mkdtempSync(join(tmpdir(), "atrium-https-"));
  const { key, cert } = certify(folder);
  const env = {
    PATH: process.env.PATH,
    ATRIUM_SERVER__LISTEN: `127.0.0.1:${new URL(address).port}`,
    ATRIUM_SERVER__PUBLIC_URL: address,
    ATRIUM_SERVER__TLS_CERT: cert,
    ATRIUM_SERVER__TLS_KEY: key,
    ATRIUM_DATABASE__URL: `sqlite:${folder}/atrium.db`,
    ATRIUM_CLIENTS__FILE: join(ROOT, "clients.toml"),
    ATRIUM_MAIL__URL: `file:${folder}/mail`,
    ATRIUM_OUTBOUND__ALLOW: "localhost:8081",
  };
  const where = { cwd: folder, env, stdio: "pipe" };
  /** Runs `atrium` on its database, as an operator does. */
  const atrium = (...args) => execFileSync(BINARY, args, where);
  atrium("seed", "--demo");
  const server = spawn(BINARY, ["serve"], { ...where, stdio: "ignore" });
  const stop = () => {
    server.kill("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 200 && !(await answers(`${address}/login`)); tries += 1) {
    assert.equal(server.exitCode, null, "the server ended");
    await pause(50);
  }
  assert.ok(await answers(`${address}/login`));
  return { folder, atrium, stop };
}
