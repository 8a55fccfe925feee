// The first load of the build, file by file. Fails at 195 kB. Run `npm run build` first.
import { firstLoad, sum } from "./first-load.mjs";

const LIMIT = 195_000;
const rows = firstLoad(new URL("../dist/", import.meta.url).pathname);
const total = sum(rows);
for (const [path, bytes] of rows) console.log(`${String(bytes).padStart(8)}  ${path}`);
console.log(`${String(total).padStart(8)}  in all, of ${LIMIT} allowed`);
process.exit(total < LIMIT ? 0 : 1);
