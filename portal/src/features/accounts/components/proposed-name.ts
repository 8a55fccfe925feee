/** Letters that have no plain letter inside them. */
const PLAIN: Record<string, string> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ı: "i",
};

/**
 * An account name from a full name, by the rule for account names (V-03): the letters and digits of each word, which
 * begins with a capital. Empty for a name without Latin letters.
 */
export function proposedName(fullName: string): string {
  return fullName
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9\s-]/g, (letter) => plain(letter))
    .split(/[\s-]+/)
    .map(capitalised)
    .join("")
    .replace(/^[0-9]+/, "");
}

function plain(letter: string): string {
  const small = PLAIN[letter.toLowerCase()] ?? "";
  return letter === letter.toLowerCase() ? small : capitalised(small);
}

/** A word in capitals alone would leave none at the beginning of a word. */
function capitalised(word: string): string {
  const rest = word.slice(1);
  return word.slice(0, 1).toUpperCase() + (rest === rest.toUpperCase() ? rest.toLowerCase() : rest);
}
