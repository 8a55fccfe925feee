// Makes the font of the portal and the sign-in pages from @fontsource-variable/inter: Latin-1 and a few signs, weights
// 400 to 600, in two files. Run it again only after an upgrade of that package: `npm run font`.
import { readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

const source = new URL(
  "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  import.meta.url,
);
const fonts = new URL("../src/theme/fonts/", import.meta.url);

// Must match the unicode-range in src/theme/base.css and templates/assets/signin.css. The first load has the letters of
// English and the signs of our texts; a browser fetches the others when a page shows one of them.
const files = {
  "inter-latin.woff2": [
    [0x20, 0x7e],
    [0xa0, 0xa0],
    [0xa9, 0xa9],
    [0xb7, 0xb7],
    [0x2013, 0x2014],
    [0x2018, 0x2019],
    [0x201c, 0x201d],
    [0x2026, 0x2026],
  ],
  "inter-latin-more.woff2": [
    [0xa1, 0xa8],
    [0xaa, 0xb6],
    [0xb8, 0xff],
    [0x2010, 0x2012],
    [0x2015, 0x2015],
    [0x201a, 0x201b],
    [0x201e, 0x201e],
    [0x2022, 0x2022],
    [0x20ac, 0x20ac],
    [0x2122, 0x2122],
    [0x2190, 0x2193],
    [0x2212, 0x2212],
  ],
};

const original = await readFile(source);
for (const [name, ranges] of Object.entries(files)) {
  const text = ranges
    .flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
    )
    .join("");
  const font = await subsetFont(original, text, {
    targetFormat: "woff2",
    // Kerning, marks and tabular figures, without alternate letter shapes.
    keepFeatures: ["kern", "mark", "mkmk", "ccmp", "locl", "tnum"],
    variationAxes: { wght: { min: 400, max: 600 } },
  });
  await writeFile(new URL(name, fonts), font);
  console.log(`${name}: ${font.length} bytes`);
}
