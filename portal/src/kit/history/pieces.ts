import { beginsWide, endsWide } from "../../i18n/gaps";

/** A part of a sentence: words, or a name that may lead to its thing. */
export interface Piece {
  text: string;
  /** True for what stands in a blank; false for words between the names in one blank. */
  name?: boolean;
  /** The kind and id of the thing, and the name by which its list finds it. */
  thing?: { kind: string; id: string; now: string };
}

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

/** Takes the space between two Chinese names or words, as `closeGaps` does for texts that are no pieces. */
function tidy(piece: Piece, before: Piece | undefined, after: Piece | undefined): Piece {
  let { text } = piece;
  const words = text.trim();
  const [last, first] = [before?.text ?? "", after?.text ?? ""];
  if (text.startsWith(" ") && endsWide(last) && beginsWide(words || first)) text = text.slice(1);
  if (text.endsWith(" ") && endsWide(words) && beginsWide(first)) text = text.slice(0, -1);
  return { text };
}
