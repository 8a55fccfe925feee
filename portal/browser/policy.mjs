// The policy that the server sends with every file of the portal, read out of its source: one text, so that the checks
// can never run under another than people do.
import { readFileSync } from "node:fs";

const source = readFileSync(new URL("../../src/portal.rs", import.meta.url), "utf8");
const [, literal] = /^const SECURITY: &str = "([^"]+)";$/m.exec(source) ?? [];
if (!literal) throw new Error("src/portal.rs no longer has its policy in `const SECURITY`");

/** A backslash at the end of a line takes the line end and what the next begins with, as Rust has it. */
export const CSP = literal.replace(/\\\n\s*/g, "");
