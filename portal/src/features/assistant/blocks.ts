/**
 * Parts a text in Markdown into blocks that are rendered by themselves, so that a long answer renders only its last block
 * again while it arrives. A fence of code is one block, however many empty lines it has; a list and a table are not parted,
 * because their lines follow each other.
 */
export function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let block: string[] = [];
  let fence = "";
  const end = () => {
    if (block.some((line) => line.trim() !== "")) blocks.push(block.join("\n"));
    block = [];
  };
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (fence) {
      block.push(line);
      if (mark.startsWith(fence) && line.trim() === mark) {
        fence = "";
        end();
      }
    } else if (mark && !line.trim().slice(mark.length).includes("`")) {
      end();
      fence = mark;
      block.push(line);
    } else if (line.trim() === "") {
      end();
    } else {
      block.push(line);
    }
  }
  end();
  return joinedLists(blocks);
}

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
/** The most characters of a list that further items join: a longer one goes on in a list of its own. */
const LONG_LIST = 4_000;

/** A list with empty lines between its items is one list, so that its numbers go on. */
function joinedLists(blocks: string[]): string[] {
  const joined: string[] = [];
  for (const block of blocks) {
    const last = joined.at(-1) ?? "";
    const goesOn = block.startsWith("  ") || (ITEM.test(block) && last.length < LONG_LIST);
    if (ITEM.test(last) && goesOn) joined[joined.length - 1] = `${last}\n\n${block}`;
    else joined.push(block);
  }
  return joined;
}
