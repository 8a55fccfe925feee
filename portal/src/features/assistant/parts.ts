const LENGTH = 8_000;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** What may belong to the list in front of it. */
const GOES_ON = /^(?:\s|[-*+]\s|\d{1,9}[.)]\s)/;

/**
 * Parts a long text at empty lines between two of its blocks, so that what is written at its end touches none of the parts
 * before. The parts together are the text.
 */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let fence = "";
  let isAfterEmpty = false;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at);
    const next = end < 0 ? text.length : end + 1;
    const isEmpty = next - at <= 1;
    // Its first letters do not say what a line is that is still written.
    const mayCut = isAfterEmpty && at - from >= LENGTH && fence === "" && end >= 0 && !isEmpty;
    // Only what may be a fence or a place to cut is looked at more closely.
    const line = mayMatter(text, at, mayCut) ? text.slice(at, next).trimEnd() : "";
    if (mayCut && !GOES_ON.test(line)) {
      parts.push(text.slice(from, at));
      from = at;
    }
    const mark = FENCE.exec(line)?.[1] ?? "";
    if (fence === "" && mark !== "" && !line.trim().slice(mark.length).includes("`")) fence = mark;
    else if (fence !== "" && mark.startsWith(fence) && line.trim() === mark) fence = "";
    isAfterEmpty = isEmpty;
    at = next;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

/** Whether a line may be the beginning or end of a fence, or is wanted anyway. */
function mayMatter(text: string, at: number, isWanted: boolean): boolean {
  if (isWanted) return true;
  let first = at;
  while (first < at + 3 && text[first] === " ") first += 1;
  return text[first] === "`" || text[first] === "~";
}
