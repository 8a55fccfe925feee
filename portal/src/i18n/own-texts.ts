import type { Texts } from "./texts";

/** A catalogue in one language, as a module. */
export interface LocaleFile {
  default: Record<string, string>;
}

type Files = Record<string, () => Promise<LocaleFile>>;

/** The catalogues that every page needs. */
export const FIRST_TEXTS = ["shell", "ui"];

/** Catalogues that several pages share, one chunk for each language. Features have their own, in their folders. */
const shared = import.meta.glob<LocaleFile>("./locales/*/*.json");

const own = new Map<string, Files>();

/**
 * Registers the catalogue of a feature under its name, and gives that name back. `files` is
 * `import.meta.glob("./locales/*.json")`; a page that lists the name in `texts` loads them. This is not in `i18n.ts`,
 * because the table of pages is read before i18next is loaded.
 */
export function ownTexts<Name extends keyof Texts>(
  name: Name,
  files: Record<string, () => Promise<unknown>>,
): Name {
  own.set(name, files as Files);
  return name;
}

/** The function that loads the catalogue of this name; undefined if there is none. */
export function textsFile(name: string, language: string): (() => Promise<LocaleFile>) | undefined {
  return own.get(name)?.[`./locales/${language}.json`] ?? shared[`./locales/${language}/${name}.json`];
}
