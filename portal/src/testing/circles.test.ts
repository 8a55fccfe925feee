import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const SRC = join(import.meta.dirname, "..");
const ENDINGS = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"];

/** For each file of `src`, the files that it imports statically or on demand. */
function imports(): Map<string, string[]> {
  const all = readdirSync(SRC, { recursive: true, encoding: "utf8" });
  const files = all.filter((file) => /\.tsx?$/.test(file));
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(SRC, file), "utf8"));
      const named = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith("."));
      const found = named.map((name) => {
        const path = normalize(join(dirname(file), name));
        const ending = ENDINGS.find((one) => /\.\w+$/.test(path + one) && existsSync(join(SRC, path + one)));
        return path + (ending ?? "");
      });
      return [file, found];
    }),
  );
}

/** The circles in the graph `edges`. */
function circles(edges: Map<string, string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, way: string[]) => {
    const at = way.indexOf(file);
    if (at >= 0) found.push([...way.slice(at), file].join(" -> "));
    if (at >= 0 || done.has(file)) return;
    for (const next of edges.get(file) ?? []) walk(next, [...way, file]);
    done.add(file);
  };
  for (const file of edges.keys()) walk(file, []);
  return found;
}

/** Section 10. */
it("has no files that import each other", () => {
  const edges = imports();
  expect(edges.get("app/shell/person-button.tsx")).toContain("app/shell/person-menu.tsx");
  expect(circles(edges)).toEqual([]);
});

it("finds a circle", () => {
  const edges = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["b"]],
  ]);
  expect(circles(edges)).toEqual(["b -> c -> b"]);
});
