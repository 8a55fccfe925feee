// Checks that thirty more pages add nothing to the first load. It builds the portal with one extra
// page and with thirty-one, each with title, icon, texts in both languages and code of its own, and
// compares what a browser fetches before home. (Without any extra page the bundler may split its
// files differently, so that build is no basis for the comparison.)
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { firstLoad } from "./first-load.mjs";

const [FEW, MANY] = [1, 31];
const root = new URL("../", import.meta.url).pathname;
const cache = join(root, "node_modules/.cache/more-pages/");
const ICONS = ["Anchor", "Apple", "Award", "Baby", "Bell", "Bike", "Bird", "Bone", "Book", "Bug"];

rmSync(cache, { recursive: true, force: true });
const [few, many] = [await sized(FEW), await sized(MANY)];
console.log(`${few} characters with ${FEW} page more, ${many} with ${MANY}`);
process.exit(many <= few ? 0 : 1);

/** The size of the first load, in characters, with this many more pages. */
async function sized(count) {
  const outDir = `${cache}with-${count}/`;
  await build({
    root,
    configFile: `${root}vite.config.ts`,
    logLevel: "warn",
    plugins: [withMore(count)],
    build: { outDir, emptyOutDir: true },
  });
  return firstLoad(outDir).reduce((total, [path]) => total + length(`${outDir}${path}`), 0);
}

/**
 * The size of a file, in characters, with the same hash in every file name. It is not compressed: another order of
 * imports or other short names change the compressed size by some bytes, although nothing was added.
 */
function length(path) {
  return readFileSync(path, "latin1").replace(/-[\w-]{8}\.(js|css)\b/g, "-HASHHASH.$1").length;
}

/** Adds the pages to `src/app/pages.ts`, as a feature does. */
function withMore(count) {
  const features = Array.from({ length: count }, (_, index) => writePage(`more-${index}`, ICONS[index % 10]));
  return {
    name: "more-pages",
    transform: {
      filter: { id: /\/src\/app\/pages\.ts$/ },
      handler: (code) => {
        const imports = features.map((path, index) => `import { routes as more${index} } from "${path}";`);
        const rows = features.map((_, index) => `...more${index},`).join("");
        if (!code.includes("const pages"))
          throw new Error("src/app/pages.ts no longer has its table in `pages`");
        return `${imports.join("")}${code}\npages.push(${rows});`;
      },
    },
  };
}

/** Writes a feature as README describes it. Gives the path of its table. */
function writePage(name, icon) {
  const folder = join(cache, "features", name);
  mkdirSync(join(folder, "locales"), { recursive: true });
  for (const language of ["en-us", "zh-cn"]) {
    const words = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`key${index}`, `${name} ${language} ${index}`]),
    );
    writeFileSync(join(folder, `locales/${language}.json`), JSON.stringify(words));
  }
  writeFileSync(
    join(folder, "page.tsx"),
    `export default function Page() { return <h1>${name.repeat(50)}</h1>; }`,
  );
  writeFileSync(
    join(folder, "routes.ts"),
    `import { ${icon} } from "lucide-react";
import { ownTexts } from "${root}src/i18n/own-texts";
export const routes = [{
  path: "/operation-access/${name}",
  title: { "en-us": "Page ${name}", "zh-cn": "页 ${name}" },
  need: { code: "account_maintain.AccountManagement.${name}.view" },
  nav: { section: "groups", icon: ${icon} },
  texts: [ownTexts("${name}", import.meta.glob("./locales/*.json"))],
  load: () => import("./page"),
}];`,
  );
  return join(folder, "routes.ts");
}
