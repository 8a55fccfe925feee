/** A part of a sentence: words, or a name that may lead to its thing. */
export interface Piece {
  text: string;
  /** True for what stands in a blank; false for words between the names in one blank. */
  name?: boolean;
  /** The kind and id of the thing, and the name by which its list finds it. */
  thing?: { kind: string; id: string; now: string };
}

const HAN = /\p{Script=Han}/u;
const BLANK = /{{(\w+)}}/;

/** The names of the blanks of a text. */
export function blanksOf(text: string): string[] {
  return text.split(BLANK).filter((_, at) => at % 2 === 1);
}

/** The text with its blanks filled; undefined if one has nothing. */
export function filled(text: string, fill: (blank: string) => Piece[] | undefined): Piece[] | undefined {
  const pieces: Piece[] = [];
  for (const [at, part] of text.split(BLANK).entries()) {
    if (at % 2 === 0) {
      if (part) pieces.push({ text: part });
      continue;
    }
    const inside = fill(part);
    if (!inside || inside.length === 0) return undefined;
    pieces.push(...inside.map((piece) => ({ name: true, ...piece })));
  }
  return pieces.map((piece, at) => (piece.name ? piece : tidy(piece, pieces[at - 1], pieces[at + 1])));
}

/** With a capital letter first: an actor may be words of ours, such as "a deleted person". */
export function capitalised([first, ...rest]: Piece[]): Piece[] {
  if (!first || first.thing) return first ? [first, ...rest] : rest;
  return [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest];
}

export function textOf(pieces: Piece[]): string {
  return pieces.map(({ text }) => text).join("");
}

/** Texts have a space around a blank, for Latin names. Between two Chinese characters there is none. */
function tidy(piece: Piece, before: Piece | undefined, after: Piece | undefined): Piece {
  let { text } = piece;
  const isHan = (character: string | undefined) => character !== undefined && HAN.test(character);
  const last = before && Array.from(before.text).at(-1);
  const first = after && Array.from(after.text)[0];
  if (text.startsWith(" ") && isHan(last) && isHan(text.trim()[0] ?? first)) text = text.slice(1);
  if (text.endsWith(" ") && isHan(text.trim().at(-1)) && isHan(first)) text = text.slice(0, -1);
  return { text };
}
