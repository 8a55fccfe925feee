// The content security policy, read from the source of the server, so that the checks run under the real one.
import { readFileSync } from "node:fs";

const source = readFileSync(new URL("../../src/portal.rs", import.meta.url), "utf8");
const [, literal] = /^const SECURITY: &str = "([^"]+)";$/m.exec(source) ?? [];
if (!literal) throw new Error("src/portal.rs no longer has its policy in `const SECURITY`");

/** In Rust, a backslash at the end of a line removes the line end and the indentation after it. */
export const CSP = literal.replace(/\\\n\s*/g, "");
