// Adds accounts with the command line while the server runs, and reads the emails that the server
// writes to its folder.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { ATRIUM, PASSWORD } from "./browser.mjs";

const root = new URL("../..", import.meta.url).pathname;
const folder = `${process.env.ATRIUM_DEMO}/atrium`;

/** Runs `atrium` on the demonstration's database, as an operator does. */
export function atrium(...args) {
  atriumReads("", ...args);
}

/** Adds an account with the password of the demonstration. */
export function person(name, fullName) {
  atriumReads(
    `${PASSWORD}\n`,
    "user",
    "add",
    name,
    "--email",
    `${name.toLowerCase()}@demo.test`,
    "--full-name",
    fullName,
  );
}

function atriumReads(input, ...args) {
  const target = process.env.CARGO_TARGET_DIR ?? `${root}target`;
  execFileSync(`${target}/debug/atrium`, args, {
    cwd: folder,
    input,
    env: {
      PATH: process.env.PATH,
      ATRIUM_DATABASE__URL: `sqlite:${folder}/atrium.db`,
      ATRIUM_CLIENTS__FILE: `${root}clients.toml`,
      ATRIUM_SERVER__PUBLIC_URL: ATRIUM,
      ATRIUM_MAIL__URL: `file:${folder}/mail`,
    },
  });
}

const ADD_JOB = `
import sqlite3, sys
path, id, payload, at = sys.argv[1:]
with sqlite3.connect(path, timeout=15) as database:
    database.execute("""INSERT INTO jobs
        (id, kind, payload, queued_at, run_at, attempts, lease_until, last_error, given_up_at, given_up)
        VALUES (:id, 'mail.send', :payload, :at, :at, 1, 0, 'no such address', :at, 1)""",
        {"id": id, "payload": payload, "at": int(at)})
`;

/** Adds an email that was given up to the queue, because no call accepts an address that cannot get email. */
export function givenUp(address) {
  const at = Date.now();
  const mail = { message: "password_changed", name: "Lost", account: "Lost", at };
  const payload = JSON.stringify({ to_name: "Lost", to: address, language: "en-us", ...mail });
  execFileSync("python3", ["-c", ADD_JOB, `${folder}/atrium.db`, `lost-${address}`, payload, `${at}`]);
}

/** The one-time link of the newest email to `address` in the folder of a server. */
export async function linkTo(address, within = folder) {
  for (let tries = 0; tries < 150; tries++) {
    const link = mails(within)
      .filter((mail) => mail.includes(address))
      .map((mail) => /https?:\/\/\S+#token=[\w.-]{43,}/.exec(mail)?.[0])
      .findLast(Boolean);
    if (link) return link;
    await pause(200);
  }
  throw new Error(`no link was sent to ${address}`);
}

/** Adds an account whose owner must choose a password, and returns the link of the welcome. */
export async function welcomed(name, language = "en-us") {
  const address = `${name.toLowerCase()}@demo.test`;
  atrium("user", "add", name, "--email", address, "--lang", language, "--welcome");
  return linkTo(address);
}

/** The confirmation link of an applicant. */
export const applied = (name) => linkTo(`${name.toLowerCase()}@demo.test`);

/** Every email in the order of its id, with each part decoded. */
function mails(within) {
  let names;
  try {
    names = readdirSync(`${within}/mail`);
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .map((name) => decoded(readFileSync(`${within}/mail/${name}`, "utf8")));
}

function decoded(mail) {
  return mail
    .split(/^--\S+\r$/m)
    .map((part) => {
      const [head, ...body] = part.split("\r\n\r\n");
      const text = body.join("\r\n\r\n");
      if (/^Content-Transfer-Encoding: base64/im.test(head)) return Buffer.from(text, "base64").toString();
      if (!/^Content-Transfer-Encoding: quoted-printable/im.test(head)) return part;
      const bytes = text.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex) => `%${hex}`);
      return decodeURIComponent(bytes.replace(/%(?![0-9A-F]{2})/g, "%25"));
    })
    .join("\n");
}
