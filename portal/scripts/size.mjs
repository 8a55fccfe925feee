// What a browser fetches before the home page can be used, as it travels (brotli, fonts as they are):
// index.html, what it names, what that imports at once, the home route and the larger language.
// Fails at 200 kB (issue 3). Run `npm run build` first.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";

const LIMIT = 200_000;
const dist = new URL("../dist/", import.meta.url).pathname;
const assets = readdirSync(`${dist}assets`).filter((name) => !/\.(br|gz)$/.test(name));

const size = (path) =>
  statSync(existsSync(`${dist}${path}.br`) ? `${dist}${path}.br` : `${dist}${path}`).size;
const text = (path) => readFileSync(`${dist}${path}`, "utf8");

const files = new Set(["index.html"]);
for (const [, path] of text("index.html").matchAll(/(?:href|src)="\/([^"]+)"/g)) {
  if (existsSync(`${dist}${path}`)) follow(path);
}
follow(`assets/${named("home-page")[0]}`);
for (const texts of ["shell", "ui", "home"]) {
  const twins = named(texts).map((name) => `assets/${name}`);
  files.add(twins.sort((a, b) => size(b) - size(a))[0]);
}

/** Adds a file and everything it imports statically. */
function follow(path) {
  if (files.has(path)) return;
  files.add(path);
  if (!path.endsWith(".js")) return;
  for (const [, name] of text(path).matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g))
    follow(`assets/${name}`);
}

function named(stem) {
  return assets.filter((name) => new RegExp(`^${stem}-[\\w-]{8}\\.js$`).test(name));
}

const rows = [...files].map((path) => [path, size(path)]).sort((a, b) => b[1] - a[1]);
const total = rows.reduce((sum, [, bytes]) => sum + bytes, 0);
for (const [path, bytes] of rows) console.log(`${String(bytes).padStart(8)}  ${path}`);
console.log(`${String(total).padStart(8)}  in all, of ${LIMIT} allowed`);
process.exit(total < LIMIT ? 0 : 1);
