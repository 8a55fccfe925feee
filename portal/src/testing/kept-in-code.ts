import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const SRC = join(import.meta.dirname, "..");

/** The files of `src`, without tests and what only tests use. */
function files(): string[] {
  return readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith("testing/"))
    .map((file) => join(SRC, file));
}

/** What the compiler reads in `Kept` and `Changes` (api/kept.ts): all names, and the names that each call makes stale. */
export function keptInCode(): { names: string[]; changes: Map<string, string[]> } {
  const declaring = files().filter((file) => /interface (Kept|Changes) \{/.test(readFileSync(file, "utf8")));
  const program = ts.createProgram(declaring, {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
    resolveJsonModule: true,
    skipLibCheck: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(join(SRC, "api/kept.ts"))!;
  const module = checker.getSymbolAtLocation(source)!;
  const membersOf = (name: string) => {
    const symbol = checker.getExportsOfModule(module).find((one) => one.name === name)!;
    return checker.getDeclaredTypeOfSymbol(symbol).getProperties();
  };
  const namesIn = (type: ts.Type): string[] =>
    type.isUnion() ? type.types.flatMap(namesIn) : type.isStringLiteral() ? [type.value] : [];
  return {
    names: membersOf("Kept").map(({ name }) => name),
    changes: new Map(
      membersOf("Changes").map((call) => [
        call.name,
        namesIn(checker.getTypeOfSymbolAtLocation(call, source)),
      ]),
    ),
  };
}

/** The paths of the product API that the code of the portal writes down. */
export function pathsInCode(): Set<string> {
  const found = files().flatMap((file) => {
    if (file.endsWith("schema.d.ts")) return [];
    const text = readFileSync(file, "utf8");
    const [, base = ""] = /^const CALLS = "([^"]+)"/m.exec(text) ?? [];
    return [...text.replaceAll("${CALLS}", base).matchAll(/["`](\/api\/[^"`]+)["`]/g)].map(
      ([, path]) => path!,
    );
  });
  return new Set(found);
}
