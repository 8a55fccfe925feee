// Checks that every key of the English catalogue is used and that every `t("…")` names an existing
// key. (Types already refuse missing keys; this also finds unused ones.) src/i18n/locales.test.ts
// checks that both languages have the same keys.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";

const root = new URL("../src/", import.meta.url).pathname;

/** The English catalogues by name: shared ones from `i18n/locales`, others from the folders of the features and of the check. */
const catalogues = new Map();
for (const file of readdirSync(join(root, "i18n/locales/en-us"))) {
  catalogues.set(basename(file, ".json"), join(root, "i18n/locales/en-us", file));
}
for (const feature of readdirSync(join(root, "features"))) {
  const file = join(root, "features", feature, "locales/en-us.json");
  if (existsSync(file)) catalogues.set(feature, file);
}
catalogues.set("homeMore", join(root, "features/home/more/locales/en-us.json"));
catalogues.set("checking", join(root, "kit/access-check/locales/en-us.json"));

const known = new Map();
for (const [name, file] of catalogues) {
  const table = JSON.parse(readFileSync(file, "utf8"));
  for (const key of Object.keys(table)) known.set(`${name}:${key.replace(/_(one|other)$/, "")}`, false);
}

const faults = [];
for (const file of readdirSync(root, { recursive: true })) {
  if (!/\.tsx?$/.test(file) || /\.(test|d)\.tsx?$|^testing\//.test(file)) continue;
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  visit(source, file);
}
for (const [key, used] of known) if (!used) faults.push(`stale text: ${key}`);

if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
console.log(`${known.size} texts, all used`);

/** Marks the key of a literal as used; a template with blanks marks all keys that match it. */
function visit(node, file) {
  if (ts.isStringLiteralLike(node)) mark(node.text, node, file);
  if (ts.isTemplateExpression(node)) {
    const parts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
    const shape = new RegExp(`^(\\w+:)?${parts.map(escape).join("[^:]+")}$`);
    if (/[a-z]\.|:/.test(parts[0])) {
      for (const key of known.keys()) if (shape.test(key)) known.set(key, true);
    }
  }
  ts.forEachChild(node, (child) => visit(child, file));
}

function mark(text, node, file) {
  const matches = known.has(text)
    ? [text]
    : [...known.keys()].filter((key) => key.slice(key.indexOf(":") + 1) === text);
  for (const key of matches) known.set(key, true);
  const call = node.parent;
  const named =
    ts.isCallExpression(call) && call.arguments[0] === node && /\bt$/.test(call.expression.getText());
  if (named && matches.length === 0) faults.push(`missing text: ${text} (${file})`);
}

function escape(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
