import type { Interpolator } from "i18next";

/** A blank, or a Chinese character, and a space before another one. */
const GAP = /(\{\{\w+\}\}|\p{Script=Han}) (?=(\{\{\w+\}\}|\p{Script=Han}))/gu;

/** Whether a text ends with a Chinese character, or with a mark that is as wide. */
export const endsWide = (text: string) => /[\p{Script=Han}\u3000-\u303F\uFF01-\uFF5E]$/u.test(text);

/** Whether a text begins with one. */
export const beginsWide = (text: string) => /^[\p{Script=Han}\u3000-\u303F\uFF01-\uFF5E]/u.test(text);

/**
 * Texts have a space around a blank, for Latin names. Between two Chinese characters there is none: the space is taken
 * from the text before its blanks are filled, so that names and reasons keep theirs.
 */
export function closeGaps(interpolator: Interpolator): void {
  const fill = interpolator.interpolate.bind(interpolator);
  interpolator.interpolate = (text, data: Record<string, string | number | undefined>, ...rest) => {
    const shown = (part: string) => (part.startsWith("{{") ? `${data[part.slice(2, -2)] ?? ""}` : part);
    const closed = text.replace(GAP, (gap, before: string, after: string) =>
      endsWide(shown(before)) && beginsWide(shown(after)) ? before : gap,
    );
    return fill(closed, data, ...rest);
  };
}
