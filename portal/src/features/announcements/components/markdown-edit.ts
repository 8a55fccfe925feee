/** A text with its selection. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

export type Mark = "bold" | "italic" | "list" | "link";

const AROUND = { bold: "**", italic: "_" };

/** Puts signs around the selection, or takes them away if they stand there already. */
function around({ text, start, end }: Selected, sign: string): Selected {
  const chosen = text.slice(start, end);
  const size = sign.length;
  const has = text.slice(start - size, start) === sign && text.slice(end, end + size) === sign;
  if (has) {
    const next = text.slice(0, start - size) + chosen + text.slice(end + size);
    return { text: next, start: start - size, end: end - size };
  }
  const next = text.slice(0, start) + sign + chosen + sign + text.slice(end);
  return { text: next, start: start + size, end: end + size };
}

/** Makes each selected line an item of a list. */
function listed({ text, start, end }: Selected): Selected {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const items = text
    .slice(from, end)
    .split("\n")
    .map((line) => (line.startsWith("- ") ? line : `- ${line}`))
    .join("\n");
  return { text: text.slice(0, from) + items + text.slice(end), start: from, end: from + items.length };
}

/** Makes the selection the words of a link, and selects the address to type. */
function linked({ text, start, end }: Selected): Selected {
  const words = text.slice(start, end);
  const at = start + words.length + 3;
  const next = `${text.slice(0, start)}[${words}](https://)${text.slice(end)}`;
  return { text: next, start: at, end: at + "https://".length };
}

/** What a button of the toolbar makes of a text. */
export function marked(selected: Selected, mark: Mark): Selected {
  if (mark === "list") return listed(selected);
  if (mark === "link") return linked(selected);
  return around(selected, AROUND[mark]);
}

/** Puts a picture in the place of the selection. Its description is selected, because readers hear it. */
export function withPicture({ text, start, end }: Selected, address: string, name: string): Selected {
  const words = name
    .replace(/\.[^.]*$/, "")
    .replace(/[[\]\\]/g, " ")
    .trim();
  const next = `${text.slice(0, start)}![${words}](${address})${text.slice(end)}`;
  return { text: next, start: start + 2, end: start + 2 + words.length };
}
