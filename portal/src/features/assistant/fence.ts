/** A fence of code. */
export interface Fence {
  /** The language that it names, in small letters; empty for none. */
  language: string;
  code: string;
  /** Whether its end has arrived. */
  closed: boolean;
}

const OPENING = /^( {0,3})(`{3,}|~{3,})[ \t]*([^`\n]*)/;

/** The fence that a block of `blocksOf` is; undefined for another block. */
export function fenceOf(block: string): Fence | undefined {
  const [, indent = "", mark = "", info = ""] = OPENING.exec(block) ?? [];
  if (!mark) return undefined;
  const lines = block.split("\n").slice(1);
  const last = lines.at(-1)?.trim() ?? "";
  const closed = last.startsWith(mark) && last === mark.charAt(0).repeat(last.length);
  if (closed) lines.pop();
  // The lines of an indented fence are indented as well.
  const shift = new RegExp(`^ {0,${indent.length}}`);
  const code = lines.map((line) => line.replace(shift, "")).join("\n");
  return { language: info.trim().split(/\s/)[0]?.toLowerCase() ?? "", code, closed };
}
