// What a browser fetches before home can be used, with transfer sizes (brotli; fonts unchanged):
// index.html, the files it names, their static imports, the home route and the larger language.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";

/** The files of the first load of a build, as [path, bytes], the largest first. `dist` ends with a slash. */
export function firstLoad(dist) {
  const assets = readdirSync(`${dist}assets`).filter((name) => !/\.(br|gz)$/.test(name));
  const size = (path) =>
    statSync(existsSync(`${dist}${path}.br`) ? `${dist}${path}.br` : `${dist}${path}`).size;
  const text = (path) => readFileSync(`${dist}${path}`, "utf8");
  const named = (stem) => {
    const found = assets.filter((name) => new RegExp(`^${stem}-[\\w-]{8}\\.js$`).test(name));
    if (found.length === 0) throw new Error(`the build has no ${stem}`);
    return found.map((name) => `assets/${name}`);
  };

  const files = new Set(["index.html"]);
  /** Adds a file and everything it imports statically. */
  const follow = (path) => {
    if (files.has(path)) return;
    files.add(path);
    if (!path.endsWith(".js")) return;
    for (const [, name] of text(path).matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g))
      follow(`assets/${name}`);
  };
  for (const [, path] of text("index.html").matchAll(/(?:href|src)="\/([^"]+)"/g)) {
    if (existsSync(`${dist}${path}`)) follow(path);
  }
  follow(named("home-page")[0]);
  for (const twins of [named("shell"), named("ui"), named("home-(en-us|zh-cn)")]) {
    files.add(twins.sort((a, b) => size(b) - size(a))[0]);
  }
  return [...files].map((path) => [path, size(path)]).sort((a, b) => b[1] - a[1]);
}

export function sum(rows) {
  return rows.reduce((total, [, bytes]) => total + bytes, 0);
}
