// Makes the font of the portal and the sign-in pages from @fontsource-variable/inter: Latin-1 and a
// few signs, weights 400 to 600. Run it again only after an upgrade of that package: `npm run
// font`.
import { readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

const source = new URL(
  "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  import.meta.url,
);
const target = new URL("../src/theme/fonts/inter-latin.woff2", import.meta.url);

// Must match the unicode-range in src/theme/base.css.
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x2010, 0x2015],
  [0x2018, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
];
const text = ranges
  .flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
  )
  .join("");

const font = await subsetFont(await readFile(source), text, {
  targetFormat: "woff2",
  // Kerning, marks and tabular figures, without alternate letter shapes.
  keepFeatures: ["kern", "mark", "mkmk", "ccmp", "locl", "tnum"],
  variationAxes: { wght: { min: 400, max: 600 } },
});
await writeFile(target, font);
console.log(`${target.pathname}: ${font.length} bytes`);
