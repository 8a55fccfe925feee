/** The first character of each letter in the order of pinyin; none begins with i, u or v. */
const FIRST = "阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥扨它穵夕丫帀";
const LETTERS = "abcdefghjklmnopqrstwxyz";

let collator: Intl.Collator | undefined;

/**
 * The initials of a name in pinyin, without its other characters: "cw" for 财务. The browser knows the order of pinyin, so
 * this needs no dictionary. A character that is read in two ways has the initial of the more frequent one.
 */
export function pinyinInitials(name: string): string {
  const characters = name.match(/\p{Script=Han}/gu) ?? [];
  if (characters.length === 0) return "";
  const { compare } = (collator ??= new Intl.Collator("zh-CN-u-co-pinyin"));
  return characters
    .map((one) => {
      let letter = "";
      for (const [index, first] of Array.from(FIRST).entries()) {
        if (compare(first, one) > 0) break;
        letter = LETTERS.charAt(index);
      }
      return letter;
    })
    .join("");
}
