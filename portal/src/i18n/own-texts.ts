import type { Texts } from "./texts";

/** A catalogue in one language, as a module. */
export interface LocaleFile {
  default: Record<string, string>;
}

type Files = Record<string, () => Promise<LocaleFile>>;

const own = new Map<string, Files>();

/**
 * Makes the words of a feature known under its name, and gives that name back. `files` are those of its folder, by
 * `import.meta.glob("./locales/*.json")`; each is fetched with the page that names them. It stands apart from `i18n.ts`
 * because the table of pages is read before anything that draws is loaded.
 */
export function ownTexts<Name extends keyof Texts>(
  name: Name,
  files: Record<string, () => Promise<unknown>>,
): Name {
  own.set(name, files as Files);
  return name;
}

/** How a catalogue of a feature is fetched, if there is one of this name. */
export function ownFile(name: string, language: string): (() => Promise<LocaleFile>) | undefined {
  return own.get(name)?.[`./locales/${language}.json`];
}
